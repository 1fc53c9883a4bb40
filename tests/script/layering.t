#!/usr/bin/perl
# Checks that each room includes and calls only what its line in rooms.mk allows, that no modules include
# each other, and that each room has unit tests. Each check is also tested on a case that must fail.
use strict;
use warnings;
use File::Temp 'tempdir';
use Test::More;

# --- the table of rooms ---

# The rows of rooms.mk in their order, from the lowest layer up.
sub read_rooms {
    open my $in, '<', 'rooms.mk' or die "rooms.mk: $!";
    my @rooms;
    while (<$in>) {
        next unless /^\$\(call (room|program),(.*)\)\s*$/;
        my ($kind, @columns) = ($1, split /,/, $2, 4);
        my ($name, $folder, $uses, $libraries) = map { s/^\s+|\s+$//gr } @columns;
        push @rooms, { name => $name, folder => $folder, uses => [ split ' ', $uses ],
            libraries => $libraries // '', is_program => $kind eq 'program' };
    }
    close $in;
    return @rooms;
}

# The program that a room of tools/ belongs to; "" for the others.
sub tool_of {
    my ($room) = @_;
    return $room->{folder} =~ m{^tools/([^/]+)} ? $1 : '';
}

# Mistakes in the table itself: a room may use only rooms earlier in the table, and neither a
# program nor the room of another tool.
sub bad_rows {
    my (@rooms) = @_;
    my (%earlier, @bad);
    for my $room (@rooms) {
        for my $name (@{ $room->{uses} }) {
            my $used = $earlier{$name};
            push @bad, "$room->{name} uses $name, which is not earlier in the table" if !$used;
            push @bad, "$room->{name} uses the program $name" if $used && $used->{is_program};
            push @bad, "$room->{name} uses the tool $name"
                if $used && tool_of($used) && tool_of($used) ne tool_of($room);
        }
        $earlier{ $room->{name} } = $room;
    }
    return @bad;
}

# The room of a file: its folder, or the nearest one above that is a room.
sub room_of {
    my ($file, @rooms) = @_;
    my ($found) = sort { length $b->{folder} <=> length $a->{folder} }
        grep { index($file, "$_->{folder}/") == 0 } @rooms;
    return $found;
}

# --- includes ---

# All includes of our own headers, as [file, header]. They are written relative to engine/, protocol/ or
# tools/, in either kind of brackets. Also returns those in quotes that name no header, and those that
# name more than one.
sub read_includes {
    my (@files) = @_;
    my %exists = map { $_ => 1 } @files;
    my (@includes, @unclear);
    for my $file (@files) {
        open my $in, '<', $file or die "$file: $!";
        while (<$in>) {
            next unless /^\s*#\s*include\s*([<"])([^>"]+)[>"]/;
            my ($bracket, $name) = ($1, $2);
            my @found = grep { $exists{$_} } map { "$_/$name" } qw(engine protocol tools);
            push @unclear, "$file:$.: $name" if @found > 1 || (!@found && $bracket eq '"');
            push @includes, [ $file, $found[0] ] if @found == 1;
        }
        close $in;
    }
    return (\@includes, \@unclear);
}

# Includes that the table does not allow.
sub forbidden_includes {
    my ($includes, @rooms) = @_;
    my @bad;
    for (@$includes) {
        my ($file, $header) = @$_;
        my ($from, $to) = (room_of($file, @rooms), room_of($header, @rooms));
        next if $from == $to || grep { $_ eq $to->{name} } @{ $from->{uses} };
        push @bad, "$file ($from->{name}) includes $header ($to->{name})";
    }
    return @bad;
}

sub module_of {
    my ($file) = @_;
    return $file =~ s/\.[ch]$//r =~ s{/(posix|windows|wasm|libedit|plain)/}{/}r;
}

# Finds an include cycle among modules by depth-first search.
sub find_cycle {
    my ($includes) = @_;
    my (%edges, %done, @cycle);
    for (@$includes) {
        my ($from, $to) = map { module_of($_) } @$_;
        $edges{$from}{$to} = 1 if $from ne $to;
    }
    my $walk;
    $walk = sub {
        my ($module, @path) = @_;
        if (grep { $_ eq $module } @path) {
            @cycle = (@path, $module);
            return 1;
        }
        return 0 if $done{$module};
        for my $next (sort keys %{ $edges{$module} // {} }) {
            return 1 if $walk->($next, @path, $module);
        }
        $done{$module} = 1;
        return 0;
    };
    for my $module (sort keys %edges) {
        last if $walk->($module);
    }
    return @cycle;
}

# --- headers that only one room may include ---

# The headers of C itself, which any room may include; what they declare is limited further below.
my $C_HEADERS = qr{<(?:assert|ctype|errno|float|inttypes|limits|math|setjmp|stdarg|stdatomic|stdbool|stddef
    |stdint|stdio|stdlib|string)\.h>}x;

# All other headers: which they are, and the files that may include them.
my @OWNERS = (
    [ 'libxml2', qr{^<libxml/},      qr{^protocol/files/xml/} ],
    [ 'jansson', qr{^<jansson\.h>$}, qr{^protocol/files/log/} ],
    [ 'zlib',    qr{^<zlib\.h>$},    qr{^protocol/proofs/compact/} ],
    [ 'libedit', qr{^<histedit\.h>$}, qr{^protocol/console/libedit/} ],
    [ 'the operating system', qr{^(?!$C_HEADERS|<libxml/|<jansson\.h>|<zlib\.h>|<histedit\.h>)<}, qr{^engine/base/os/} ],
);

# Those of the lines "FILE: #include <...>" that include a header without being allowed to.
sub forbidden_headers {
    my ($header, $owner, @lines) = @_;
    my @found;
    for (@lines) {
        my ($file, $included) = /^([^:]+):\s*#\s*include\s+(<[^>]+>)/ or next;
        push @found, $_ if $included =~ $header && $file !~ $owner;
    }
    return @found;
}

# --- calls ---

# What any room may call: ISO C, except functions that depend on the system, which are left to os.
my @ISO_C = (
    qw(abort aligned_alloc calloc exit free malloc qsort realloc strtod strtol strtoll strtoul),
    qw(memchr memcmp memcpy memmove memset strcat strchr strcmp strcpy strcspn strerror strlen strncmp
       strncpy strpbrk strrchr strspn strstr),
    qw(fclose feof ferror fflush fgetc fgets fopen fprintf fputc fputs fread fseek ftell fwrite getc
       printf putc putchar puts remove setvbuf snprintf sprintf sscanf stderr stdin stdout ungetc
       vfprintf vsnprintf),
    qw(isalnum isalpha isdigit islower isspace isupper tolower toupper),
);
# Not in C11, but in every C library, including those of MinGW and Emscripten.
my @USUAL = qw(asprintf strdup strndup strtok_r vasprintf);
# Names that compilers and glibc generate from C: checked and inlined functions, errno, assert, ...
my $COMPILER = qr{^(?:_GLOBAL_OFFSET_TABLE_|__(?:assert_fail|ctype_(?:b|tolower|toupper)_loc|errno_location
    |overflow|uflow|popcountdi2|stack_chk_fail|cpu_model|cpu_indicator_init|atomic_\w+|aarch64_\w+))$}x;
my %LIBRARY = (
    '-lm'       => qr{^(?:ceil|cos|erfc?|exp|expm1|fabs|floor|fm(?:ax|in|od)|l?lr(?:int|ound)|log|log10|log1p
        |log2|pow|remainder|rint|round|sin|sqrt|tanh?|trunc)f?$}x,
    '-lxml2'    => qr{^xml[A-Z]},
    '-ljansson' => qr{^json_},
    '-lz'       => qr{^(?:de|in)flate},
    '-ledit'    => qr{^(?:el_|history|_el_fn_complete$)},
);
my %FREE = map { $_ => 1 } @ISO_C, @USUAL;

# What nm prints about an object or a library, by its path.
my %printed;

sub symbols {
    my ($file) = @_;
    return split /\n/, $printed{$file} //= `nm $file`;
}

# The undefined names of an object or a library, without the prefixes and suffixes of glibc's variants.
sub needed_names {
    my ($file) = @_;
    my %names = map { $_ => 1 } map { /^\s+U (\w+)/ ? $1 : () } symbols($file);
    return map { s/^__isoc\d+_//r =~ s/^__(\w+)_chk$/$1/r } sort keys %names;
}

# The names that an object or a library defines.
sub given_names {
    my ($file) = @_;
    return map { /^[0-9a-f]+ [A-TV-Z] (\w+)/ ? $1 : () } symbols($file);
}

# Those of the names that come neither from C, nor from the libraries of the room's line, nor from rooms
# that it may use. $given maps names to rooms. os may call anything.
sub forbidden_names {
    my ($room, $given, @names) = @_;
    return () if $room->{name} eq 'os';
    my %may = map { $_ => 1 } $room->{name}, @{ $room->{uses} };
    my @libraries = grep { $_ } map { $LIBRARY{$_} } split ' ', $room->{libraries};
    my @bad;
    for my $name (@names) {
        next if $FREE{$name} || $name =~ $COMPILER || grep { $name =~ $_ } @libraries;
        next if $given->{$name} && $may{ $given->{$name} };
        push @bad, "$room->{name} needs $name";
    }
    return @bad;
}

# --- Windows ---

# The functions that C sources define for other files.
sub defined_functions {
    my (@files) = @_;
    my @names;
    for my $file (@files) {
        open my $in, '<', $file or die "$file: $!";
        push @names, map { /^(?!static)\w[\w \*]*?\b(\w+)\(/ ? $1 : () } <$in>;
        close $in;
    }
    return @names;
}

# The names of the rooms that a program links: those of its line, and what these may use.
sub rooms_of_program {
    my ($program, @rooms) = @_;
    my %used = map { $_->{name} => $_->{uses} } @rooms;
    my (%linked, @next);
    @next = @{ $used{$program} };
    while (defined(my $name = shift @next)) {
        push @next, @{ $used{$name} } if !$linked{$name}++;
    }
    return sort keys %linked;
}

# --- unit tests ---

# The rooms whose folder of unit tests has no test among the files: for engine/NAME, tests/unit/NAME or, if a tool has
# that name, too, tests/unit/engine/NAME.
sub untested_rooms {
    my ($rooms, @files) = @_;
    my @bad;
    my %short = map { ($_->{folder} =~ s{^[^/]+/}{}r) => $_->{folder} } @$rooms; # the last room of that name
    for my $room (grep { !$_->{is_program} } @$rooms) {
        my $name = $room->{folder} =~ s{^[^/]+/}{}r;
        my $folder = 'tests/unit/' . ($short{$name} eq $room->{folder} ? $name : $room->{folder});
        push @bad, "$folder has no test_*.c" if !grep { m{^\Q$folder\E/test_[^/]+\.c$} } @files;
    }
    return @bad;
}

# The folder of the build that is tested.
sub build_folder {
    return ($ENV{MISERE_TESTS} // 'build/tests') =~ s{/[^/]+/*$}{}r;
}

# --- the checks ---

my @rooms = read_rooms();
cmp_ok(scalar @rooms, '>', 15, 'rooms.mk has rooms');
is_deeply([ bad_rows(@rooms) ], [], 'each room uses only rooms earlier in the table, and no other tool');

my @files = grep { -f } split /\n/, `find engine protocol tools -name '*.[ch]'`;
cmp_ok(scalar @files, '>', 100, 'sources are found');
is_deeply([ grep { !room_of($_, @rooms) } @files ], [], 'each file is in a room');

my ($includes, $unclear) = read_includes(@files);
is_deeply($unclear, [], 'each included header exists, and its name is unambiguous');
is_deeply([ forbidden_includes($includes, @rooms) ], [], 'includes are as the table allows');
is_deeply([ find_cycle($includes) ], [], 'no modules include each other');

my %is_ours = map { ( "<$_>" => 1 ) } map { s{^[^/]+/}{}r } @files;
my @system = grep { !(/(<[^>]+>)/ && $is_ours{$1}) } split /\n/, `grep -rE '^\\s*#\\s*include\\s+<' engine protocol tools --include=*.[ch]`;
for (@OWNERS) {
    my ($name, $header, $owner) = @$_;
    my @found = forbidden_headers($header, $owner, @system);
    is_deeply(\@found, [], "only the room for it includes headers of $name");
}

SKIP: {
    my $build = build_folder();
    my @libraries = grep { !$_->{is_program} } @rooms;
    my @built = grep { -f "$build/lib/$_->{name}.a" } @libraries;
    skip 'nothing is built', 8 if !@built;
    is(scalar @built, scalar @libraries, 'each room has its library');
    my %given = (engine_main_fast => 'misere'); # the engine's second copy
    my @bad;
    for my $room (@built) {
        $given{$_} = $room->{name} for given_names("$build/lib/$room->{name}.a");
    }
    my %used = map { room_of($_->[0], @rooms)->{name} . ' ' . room_of($_->[1], @rooms)->{name} => 1 } @$includes;
    for my $room (@rooms) {
        my @objects = grep { -f } "$build/lib/$room->{name}.a",
            map { "$build/$room->{folder}/$_.o" } qw(main dispatch);
        $given{$_} //= $room->{name} for map { given_names($_) } @objects;
        my @names = map { needed_names($_) } @objects;
        push @bad, forbidden_names($room, \%given, @names);
        $used{"$room->{name} $given{$_}"} = 1 for grep { $given{$_} } @names;
    }
    is_deeply(\@bad, [], 'only os calls the operating system, and rooms what they may use');
    is_deeply([ map { my $room = $_; grep { !$used{$_} } map { "$room->{name} $_" } @{ $room->{uses} } } @rooms ],
        [], 'each room uses every room that its line names');

    # The second copy of the engine, which Windows has as well, links all objects of its rooms.
    my %on_windows = map { $_ => 1 }
        defined_functions(glob('engine/base/os/windows/*.c'), 'engine/base/os/posix/thread.c');
    my %of_os = map { $_ => 1 } given_names("$build/lib/os.a");
    my @of_engine = map { needed_names("$build/lib/$_.a") } grep { $_ ne 'os' } rooms_of_program('misere', @rooms);
    my @called = grep { $of_os{$_} } @of_engine;
    cmp_ok(scalar @called, '>', 20, 'the engine calls os');
    is_deeply([ grep { !$on_windows{$_} } @called ], [], 'what the engine calls of os exists for Windows');
    is_deeply([ grep { !$on_windows{$_} } qw(clock_now_ms subprocess_start) ], ['subprocess_start'],
        'a function that Windows lacks is found');

    # The check can fail: other rooms may not call what os calls, nor what later rooms define.
    my @system = grep { !$given{$_} } needed_names("$build/lib/os.a");
    my ($rules) = grep { $_->{name} eq 'rules' } @rooms;
    my @found = forbidden_names($rules, \%given, @system);
    cmp_ok(scalar(grep { /^rules needs (?:fork|open|kill|poll|flock|getpid|sigpending|isatty)$/ } @found),
        '>=', 7, 'forbidden calls of the system are found');
    is_deeply([ forbidden_names($rules, \%given, 'clock_now_ms', 'error_set', 'tree_search') ],
        [ 'rules needs clock_now_ms', 'rules needs tree_search' ],
        'forbidden calls of other rooms are found');
}

my @unit_tests = grep { -f } split /\n/, `find tests/unit -name '*.c'`;
is_deeply([ untested_rooms(\@rooms, @unit_tests) ], [], 'each room has unit tests at its place');

my @crowded = grep { my $room = $_; (grep { m{^\Q$room->{folder}\E/[^/]+$} } @files) > 30 } @rooms;
is_deeply([ map { $_->{name} } @crowded ], [], 'no room holds more than 30 sources');

# Names of rulesets belong to the table, to bench's positions, and to what the names of other programs and
# file formats are matched with.
my $NAMES_OWNERS = qr{^(?:engine/rules/ruleset|engine/search/bench|protocol/cecp/variants|protocol/files/board1994
    |protocol/files/model/variant|protocol/files/which_game|protocol/files/xml/document|protocol/textui/terminal_demo)\.c:}x;
my @names = split /\n/, `grep -rnE '"6170-|"(losers|antichess|giveaway|suicide)"' engine protocol tools --include=*.c`;
cmp_ok(scalar @names, '>', 10, 'names of rulesets are found');
is_deeply([ grep { !/$NAMES_OWNERS/ } @names ], [], 'no other code asks for a ruleset by its name');

# --- the checks can fail ---

is_deeply([ find_cycle([ [ 'a.c', 'b.h' ], [ 'b.h', 'c.h' ], [ 'c.c', 'a.h' ] ]) ],
    [qw(a b c a)], 'a cycle is found');
is_deeply(
    [ bad_rows({ name => 'low', folder => 'engine/low', uses => ['high'] },
               { name => 'high', folder => 'engine/high', uses => [] }) ],
    ['low uses high, which is not earlier in the table'],
    'a room that uses a later one is found');
is_deeply(
    [ bad_rows({ name => 'one', folder => 'tools/one', uses => [] },
               { name => 'two', folder => 'tools/two', uses => ['one'] }) ],
    ['two uses the tool one'],
    'a tool that uses another is found');

is_deeply(
    [ untested_rooms(
        [ map { { name => $_, folder => "engine/$_" } } qw(low low/inner high other) ],
        qw(tests/unit/low/inner/test_a.c tests/unit/high/test_b.c tests/unit/other/b.c)) ],
    [ 'tests/unit/low has no test_*.c', 'tests/unit/other has no test_*.c' ],
    'a room without unit tests is found');
is_deeply(
    [ untested_rooms([ { name => 'a', folder => 'engine/book' }, { name => 'b', folder => 'tools/book' } ],
        'tests/unit/book/test_a.c') ],
    [ 'tests/unit/engine/book has no test_*.c' ],
    'so is one whose name another has');
is_deeply([ untested_rooms([ { name => 'main', folder => 'engine', is_program => 1 } ]) ], [],
    'a program needs no unit tests');

# Every include between two rooms that the table does not allow is found.
my ($tried, $missed) = (0, 0);
for my $from (@rooms) {
    for my $to (@rooms) {
        next if $from == $to || grep { $_ eq $to->{name} } @{ $from->{uses} };
        my @found = forbidden_includes([ [ "$from->{folder}/x.c", "$to->{folder}/y.h" ] ], @rooms);
        $tried++;
        $missed++ if @found != 1;
    }
}
cmp_ok($tried, '>', 100, 'there are forbidden pairs of rooms');
is($missed, 0, 'an include between any forbidden pair is found');
is(scalar forbidden_includes([ [ 'engine/rules/x.c', 'engine/main.h' ] ], @rooms), 1,
    'a room that includes a program is found');
is(scalar forbidden_includes([ [ 'engine/main.c', 'protocol/files/xml/xml.h' ] ], @rooms), 1,
    'a program that includes a room it may not use is found');
{
    my $folder = tempdir(CLEANUP => 1);
    open my $out, '>', "$folder/x.c" or die $!;
    print $out "#include <search/search.h>\n# include \"rules/game.h\"\n#include <stdio.h>\n#include \"no/such.h\"\n";
    close $out;
    my ($found, $bad) = read_includes("$folder/x.c", @files);
    is_deeply([ map { $_->[1] } grep { $_->[0] eq "$folder/x.c" } @$found ],
        [ 'engine/search/search.h', 'engine/rules/game.h' ], 'includes in both kinds of brackets are read');
    is_deeply($bad, ["$folder/x.c:4: no/such.h"], 'a header that does not exist is found');
}

# Names of libraries and of the system, in rooms that may or may not use them.
for (
    [ 'rules', '',               [qw(memcpy strdup __errno_location)], 0 ],
    [ 'rules', '',               [qw(open poll pthread_create getline open_memstream strcasecmp)], 6 ],
    [ 'rules', '',               [qw(xmlFree json_loads sqrt getenv time)], 5 ],
    [ 'xml',   '-lxml2',         [qw(xmlFree xmlStrEqual)], 0 ],
    [ 'xml',   '-lxml2',         [qw(json_loads fork)], 2 ],
    [ 'book',  '-lm -ljansson',  [qw(json_loads sqrt sqrtf log lround)], 0 ],
    [ 'compact', '-lz',          [qw(deflate inflateEnd)], 0 ],
    [ 'rules', '',               [qw(deflate)], 1 ],
    [ 'os',    '-pthread',       [qw(open fork pthread_create)], 0 ],
) {
    my ($name, $libraries, $names, $count) = @$_;
    my @found = forbidden_names({ name => $name, uses => [], libraries => $libraries }, {}, @$names);
    is(scalar @found, $count, "$name may not call $count of: @$names");
}

for (@OWNERS) {
    my ($name, $header, $owner) = @$_;
    my %sample = (
        'the operating system' =>
            [ '<unistd.h>', '<sys/stat.h>', '<pthread.h>', '<netinet/in.h>', '<windows.h>', '<time.h>' ],
        'libxml2'              => ['<libxml/tree.h>'],
        'jansson'              => ['<jansson.h>'],
        'zlib'                 => ['<zlib.h>'],
        'libedit'              => ['<histedit.h>'],
    );
    my @lines = map { "engine/rules/game.c:#include $_" } @{ $sample{$name} };
    is(scalar forbidden_headers($header, $owner, @lines), scalar @lines, "a forbidden include of $name is found");
}

done_testing();
