/**
 * A cell that begins with one of these is run as a formula by a spreadsheet program; behind a `'`
 * it is a text. Those that already stand behind one get one more, so that reading takes it back.
 */
const startsLikeFormula = /^'*[=+\-@\t\r]/
const escapedFormula = /^'+[=+\-@\t\r]/

export function escapeFormula(cell: string): string {
  return startsLikeFormula.test(cell) ? `'${cell}` : cell
}

export function unescapeFormula(cell: string): string {
  return escapedFormula.test(cell) ? cell.slice(1) : cell
}
