/* networks.S for WebAssembly. */
        .section .rodata.NETWORKS,"",@
        .balign 64
        .globl NETWORKS
        .type NETWORKS,@object
NETWORKS:
        .incbin "mate-loses.net"
        .incbin "mate-wins.net"
        .incbin "antiking.net"
        .incbin "mind-control.net"
        .incbin "non-royal.net"
        .incbin "losers.net"
        .size NETWORKS, . - NETWORKS
