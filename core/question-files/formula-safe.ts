/**
 * A cell that begins with one of these is run as a formula by a spreadsheet program; behind a `'`
 * it is a text. Those that already stand behind one get one more, so that reading takes it back.
 */
const startsLikeFormula = /^'*[=+\-@\t\r]/
const guarded = /^'+[=+\-@\t\r]/

export function formulaSafe(cell: string): string {
  return startsLikeFormula.test(cell) ? `'${cell}` : cell
}

export function fromFormulaSafe(cell: string): string {
  return guarded.test(cell) ? cell.slice(1) : cell
}
