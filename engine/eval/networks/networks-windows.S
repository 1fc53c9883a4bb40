/* networks.S for Windows. */
        .section .rdata, "dr"
        .balign 64
        .global NETWORKS
NETWORKS:
        .incbin "mate-loses.net"
        .incbin "mate-wins.net"
        .incbin "antiking.net"
        .incbin "mind-control.net"
        .incbin "non-royal.net"
        .incbin "losers.net"
