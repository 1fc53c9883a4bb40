/* The built-in networks, in the order of Family (ruleset.h): constants, for each kind of object file. */
#if defined(__wasm__)
        .section .rodata.NETWORKS,"",@
#elif defined(_WIN32)
        .section .rdata, "dr"
#else
        .section .note.GNU-stack, "", %progbits
        .section .rodata
        .hidden NETWORKS
#endif
        .balign 64
        .globl NETWORKS
#ifdef __wasm__
        .type NETWORKS,@object
#endif
NETWORKS:
        .incbin "mate-loses.net"
        .incbin "mate-wins.net"
        .incbin "antiking.net"
        .incbin "mind-control.net"
        .incbin "non-royal.net"
        .incbin "losers.net"
#ifdef __wasm__
        .size NETWORKS, . - NETWORKS
#endif
