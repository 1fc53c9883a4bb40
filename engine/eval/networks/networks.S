/* The built-in networks, in the order of Family (ruleset.h). */
        .section .rodata
        .balign 64
        .global NETWORKS
NETWORKS:
        .incbin "mate-loses.net"
        .incbin "mate-wins.net"
        .incbin "antiking.net"
        .incbin "mind-control.net"
        .incbin "non-royal.net"
        .incbin "losers.net"
        .section .note.GNU-stack, "", %progbits
