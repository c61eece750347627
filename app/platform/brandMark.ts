/**
 * The product's logo on a square of 32 units: a T that is the flap of a letter, and the spark of a sent
 * message.
 */
export const brandMark = {
  size: 32,
  corner: 8,
  tile: "#0b5a50",
  letter: "M5 7h22v4l-7.5 5v10h-7V16L5 11Z",
  paper: "#fff",
  spark: { x: 24.5, y: 22, radius: 3, colour: "#f2a468" },
} as const;
