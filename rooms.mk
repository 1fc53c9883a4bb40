# The table of rooms, one per line, from the lowest layer up. A room is a folder of C sources and becomes a
# static library. It may include its own headers and those of the rooms listed in its line, which must
# all come earlier in the table. The Makefile builds from this table, and tests/script/layering.t checks
# includes and calls against it.
#
#              name       folder                 may use                               libraries
$(call room,   base,      engine/base,           ,                                     )
$(call room,   os,        engine/base/os,        base,                                 -pthread)
$(call room,   rules,     engine/rules,          base,                                 )
$(call room,   eval,      engine/eval,           base os rules,                        -lm)
$(call room,   knowledge, engine/knowledge,      base os rules eval,                   )
$(call room,   params,    engine/search/params,  base os rules eval knowledge,         )
$(call room,   smp,       engine/search/smp,     base os rules,                        )
$(call room,   proof,     engine/search/proof,   base os rules eval params smp,        )
$(call room,   search,    engine/search,         base os rules eval knowledge params smp proof, )
$(call room,   core,      engine/core,           base os rules eval knowledge params search, )
$(call room,   uci,       protocol/uci,          base os rules eval params search core, )
$(call room,   cecp,      protocol/cecp,         base os rules eval params search core, )
$(call room,   cli,       protocol/cli,          base os rules,                        )
$(call room,   model,     protocol/files/model,  base rules,                           )
$(call room,   xml,       protocol/files/xml,    base os rules model,                  -lxml2)
$(call room,   log,       protocol/files/log,    base os rules model,                  -ljansson)
$(call room,   files,     protocol/files,        base os rules model xml,              )
$(call room,   client,    protocol/client,       base os rules model files,            )
$(call room,   textui,    protocol/textui,       base os rules cli model files client, )
$(call room,   stats,     tools/referee/stats,   base,                                 -lm)
$(call room,   config,    tools/referee/config,  base os rules cli model stats,        -lm)
$(call room,   players,   tools/referee/players, base os rules files model client stats config, )
$(call room,   referee,   tools/referee,         base os rules eval params search knowledge cli model files client stats config players, -lm -ljansson)
$(call room,   convert,   tools/convert,         base os rules knowledge cli model files, )
$(call room,   annotate,  tools/annotate,        base os rules cli model files client, -lm)
$(call room,   book,      tools/book,            base os rules knowledge cli log,      -lm)
$(call room,   train,     tools/train,           base os rules eval params search cli, -lm)
$(call room,   wasm,      tools/wasm,             base os rules uci,                    )
