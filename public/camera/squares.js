// Squares of brightness (0–255): lists of numbers, row by row. Workers use this module, too.

/** A list of `side` × `side` numbers; `value` gives the number of a column and a row. */
export const square = (side, value) =>
  Array.from({ length: side * side }, (_, at) => value(at % side, Math.floor(at / side)));

/** The brightness of the pixels of an ImageData that is `side` pixels wide and high. */
export const brightness = ({ data }, side) => square(side, (left, top) => {
  const at = 4 * (top * side + left);
  return 0.299 * data[at] + 0.587 * data[at + 1] + 0.114 * data[at + 2];
});
