// Squares by name, and their indices: a1 is 0, b1 is 1, h8 is 63.
export const SQUARES = Array.from({ length: 64 },
    (_, i) => 'abcdefgh'[i % 8] + '12345678'[Math.floor(i / 8)]);

export const indexOf = square => SQUARES.indexOf(square);
