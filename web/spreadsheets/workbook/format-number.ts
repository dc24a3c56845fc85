/** A section of a number format: literals around one mask of digits, as ECMA-376 18.8.31 has it. */
type NumberFormat = {
  readonly before: string
  readonly mask: string
  readonly exponent: string
  readonly after: string
  readonly isPercent: boolean
}

const tokens =
  /"([^"]*)"|\\(.)|\[\$([^\]-]*)[^\]]*\]|\[([^\]]*)\]|_.|\*.|([#0,]+(?:\.[#0]*)?|\.[#0]+)(E\+0+)?|(%)|(.)/gsu
const colour = /^(?:black|blue|cyan|green|magenta|red|white|yellow|color ?\d+)$/i
const shownAsIs = /^[\s$€£¥₹+\-/():!^&'~{}<>=]$/u
const maxFormatLength = 200

/** The text that a number cell shows; null where its format has more in it than is known here. */
export function formatNumber(value: number, format: string): string | null {
  if (!Number.isFinite(value)) return null
  if (/^(?:general|@)?$/i.test(format)) return toGeneral(value)
  const sections = format.slice(0, maxFormatLength).split(/;(?=(?:[^"]*"[^"]*")*[^"]*$)/)
  const isOwnSection = value < 0 && sections.length > 1
  const section = sections[isOwnSection ? 1 : value === 0 && sections.length > 2 ? 2 : 0] ?? ''
  const found = parseSection(section)
  if (!found) return null
  const size = Math.abs(found.isPercent ? toPrecise(value * 100) : value)
  const digits = found.exponent ? toScientific(size, found) : toDigits(size, found.mask)
  const isBelowZero = value < 0 && !isOwnSection && /[1-9]/.test(digits)
  return `${isBelowZero ? '-' : ''}${found.before}${digits}${found.after}`
}

/** As many digits as a spreadsheet counts: 0.1 + 0.2 is 0.3 there. */
function toPrecise(value: number): number {
  return Number(value.toPrecision(15))
}

function toGeneral(value: number): string {
  return String(toPrecise(value)).replace('e+', 'E+').replace('e-', 'E-')
}

function parseSection(section: string): NumberFormat | null {
  let before = ''
  let after = ''
  let mask = ''
  let exponent = ''
  let isPercent = false
  const addLiteral = (text: string) => {
    if (mask === '') before += text
    else after += text
  }
  for (const [
    ,
    quoted,
    escaped,
    currency,
    bracket,
    digits,
    power,
    percent,
    other,
  ] of section.matchAll(tokens)) {
    if (bracket !== undefined && !colour.test(bracket)) return null
    if (digits !== undefined) {
      if (mask !== '' || digits.endsWith(',')) return null
      mask = digits
      exponent = power ?? ''
    } else if (percent !== undefined) {
      isPercent = true
      addLiteral('%')
    } else if (other !== undefined && !shownAsIs.test(other)) return null
    else addLiteral(quoted ?? escaped ?? currency ?? other ?? '')
  }
  return mask === '' ? null : { before, mask, exponent, after, isPercent }
}

function toDigits(size: number, mask: string): string {
  const [whole = '', decimals = ''] = mask.split('.')
  const [digits = '0', fraction = ''] = roundTo(size, decimals.length).split('.')
  const minWhole = whole.replace(/[^0]/g, '').length
  const padded = (digits === '0' ? '' : digits).padStart(minWhole, '0')
  const grouped = whole.includes(',') ? padded.replace(/\B(?=(\d{3})+$)/g, ',') : padded
  const minDecimals = decimals.lastIndexOf('0') + 1
  const kept = fraction.slice(0, minDecimals) + fraction.slice(minDecimals).replace(/(?<!0)0+$/, '')
  return mask.includes('.') ? `${grouped}.${kept}` : grouped
}

/** Halves go up, as a spreadsheet has it: 1.005 is 1.01. */
function roundTo(size: number, decimals: number): string {
  const shifted = Math.round(toPrecise(size * 10 ** decimals)) / 10 ** decimals
  return Number.isFinite(shifted) && size < 1e15
    ? shifted.toFixed(Math.min(decimals, 100))
    : size.toFixed(Math.min(decimals, 100))
}

function toScientific(size: number, { mask, exponent }: NumberFormat): string {
  const [digits = '', power = '0'] = size
    .toExponential(Math.min(mask.split('.')[1]?.length ?? 0, 100))
    .split('e')
  const sign = power.startsWith('-') ? '-' : '+'
  return `${digits}E${sign}${power.replace(/^[+-]/, '').padStart(exponent.length - 2, '0')}`
}

/** Whether the format shows a date or a time. */
export function isDateFormat(format: string): boolean {
  const words = format
    .slice(0, maxFormatLength)
    .replace(/"[^"]*"|\\.|_.|\*.|\[(?![hms]+\])[^\]]*\]/gi, '')
  return !/^general$/i.test(words) && /[dmyhs]/i.test(words)
}

const dayMs = 24 * 60 * 60 * 1000
/** The day 0 of workbooks, which take 1900 for a leap year. */
const firstDay = Date.UTC(1899, 11, 30)
const days1904 = 1462

/** A date as 2026-02-01, a time as 09:30, both where it has both. */
export function formatDate(value: number, is1904: boolean): string {
  const at = new Date(Math.round(firstDay + (value + (is1904 ? days1904 : 0)) * dayMs))
  if (Number.isNaN(at.getTime())) return String(value)
  const [date = '', time = ''] = at.toISOString().split('T')
  if (value < 1) return time.slice(0, 5)
  return Number.isInteger(value) ? date : `${date} ${time.slice(0, 5)}`
}
