/** To three significant digits, with whole thousands grouped: 0.00412, 12.3, 1,240. */
export function formatFigure(value: number): string {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en')
  return Number(value.toPrecision(3)).toLocaleString('en', { maximumFractionDigits: 6 })
}

/** A table in Markdown. */
export function formatTable(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const cells = rows.map((row) =>
    row.map((cell) => (typeof cell === 'number' ? formatFigure(cell) : cell)),
  )
  return [head, head.map(() => '---'), ...cells].map((row) => `| ${row.join(' | ')} |`).join('\n')
}
