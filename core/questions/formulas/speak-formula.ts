import {
  createFormulaReader,
  type FormulaReader,
  isDigit,
  peek,
  take,
  takeNumber,
  takeRaw,
  UnknownFormulaError,
} from './formula-reader.ts'
import {
  accentWords,
  limitWords,
  numberSets,
  powerWords,
  rangeWords,
  rowsWords,
  silentCommands,
} from './formula-words.ts'
import { signWords } from './sign-words.ts'

/**
 * A formula of TeX as it is read out, in English: "x squared minus 4". The source where a part of
 * it is not known here, so that nothing is left out.
 */
export function speakFormula(source: string): string {
  try {
    const spoken = readUntil(createFormulaReader(source), (token) => token === undefined)
    return spoken.replace(/,$/, '') || source
  } catch (error) {
    if (error instanceof UnknownFormulaError) return source
    throw error
  }
}

/** Leaves the token that ends it. */
function readUntil(reader: FormulaReader, isEnd: (token: string | undefined) => boolean): string {
  const parts: string[] = []
  while (!isEnd(peek(reader))) parts.push(readTerm(reader))
  const spoken = parts.filter(Boolean).join(' ')
  return spoken.replace(/ (?=[,;:.?])/g, '').replace(/,+(?=[,;:.?])/g, '')
}

/** A sign with what is set above and below it. */
function readTerm(reader: FormulaReader): string {
  const sign = peek(reader) ?? ''
  const base = readSign(reader)
  let below: string | undefined
  let above: string | undefined
  let primes = ''
  for (;;) {
    const token = peek(reader)
    if (token === "'") primes += ' prime'
    else if (token !== '_' && token !== '^' && token !== '\\limits') break
    reader.at++
    // TeX refuses a second power, too; of the first nothing would be left.
    if ((token === '_' && below !== undefined) || (token === '^' && above !== undefined))
      throw new UnknownFormulaError()
    if (token === '_') below = readArgument(reader)
    if (token === '^') above = readArgument(reader)
  }
  const range = rangeWords.get(sign)
  if (range) return `${range}${formatPart('from', below)}${formatPart('to', above)} of`
  const limit = limitWords.get(sign)
  if (limit && below) return `${limit} ${below} of`
  const sub = sign === '\\log' && below ? ` base ${below}` : formatSub(below)
  return `${base}${sub}${primes}${formatPower(above)}`.trim()
}

function formatPart(word: string, part = ''): string {
  return part && ` ${word} ${part}`
}

function formatSub(below = ''): string {
  return below && ` sub ${below}${isShort(below) ? '' : ', end sub,'}`
}

function formatPower(above = ''): string {
  const power = powerWords.get(above)
  if (power) return ` ${power}`
  return above && ` to the power ${above}${isShort(above) ? '' : ', end power,'}`
}

/** A single spoken word, so that its end need not be said. */
const isShort = (spoken: string) => /^(minus )?\S+$/.test(spoken)

/** One sign, or all between braces. Of a number only its first digit. */
function readArgument(reader: FormulaReader): string {
  return isDigit(peek(reader)) ? take(reader) : readSign(reader)
}

function readSign(reader: FormulaReader): string {
  if (isDigit(peek(reader))) return takeNumber(reader)
  const token = take(reader)
  if (token === '{') return readGroup(reader)
  if (/^[\p{L}\p{M}]/u.test(token)) return token
  if (silentCommands.has(token)) return readSilent(reader, token)
  const accent = accentWords.get(token)
  if (accent) return readAccent(reader, accent)
  const word = signWords.get(token) ?? rangeWords.get(token) ?? limitWords.get(token)?.split(' ')[0]
  if (word !== undefined) return word
  const readStructure = structures.get(token)
  if (!readStructure) throw new UnknownFormulaError()
  return readStructure(reader)
}

function readGroup(reader: FormulaReader): string {
  const spoken = readUntil(reader, (token) => token === '}')
  take(reader)
  return spoken
}

/** `\left.` stands for a bracket that is not there. */
function readSilent(reader: FormulaReader, token: string): string {
  if (/^\\(left|right)$/.test(token) && peek(reader) === '.') reader.at++
  return ''
}

function readAccent(reader: FormulaReader, accent: string): string {
  const content = readArgument(reader)
  return isShort(content) ? `${content} ${accent}` : `${accent} over ${content}, end ${accent},`
}

function readFraction(reader: FormulaReader): string {
  const above = readArgument(reader)
  const below = readArgument(reader)
  return isShort(above) && isShort(below)
    ? `${above} over ${below}`
    : `fraction ${above} over ${below}, end fraction,`
}

const roots: Readonly<Record<string, string>> = {
  '': 'square root',
  2: 'square root',
  3: 'cube root',
}

function readRoot(reader: FormulaReader): string {
  const index = peek(reader) === '[' ? readRootIndex(reader) : ''
  const content = readArgument(reader)
  const root = roots[index] ?? `root of index ${index}`
  return `${root} of ${content}${isShort(content) ? '' : ', end root,'}`
}

function readRootIndex(reader: FormulaReader): string {
  take(reader)
  const index = readUntil(reader, (token) => token === ']')
  take(reader)
  return index
}

const isCellEnd = (token: string | undefined) =>
  token === '&' || token === '\\\\' || token === '\\end'

/** "matrix, row 1: a, b; row 2: c, d; end matrix," */
function readRows(reader: FormulaReader): string {
  const name = takeRaw(reader)
  const kind = rowsWords.get(name)
  if (!kind) throw new UnknownFormulaError()
  if (name === 'array') takeRaw(reader)
  let row: string[] = []
  const rows = [row]
  for (;;) {
    row.push(readUntil(reader, isCellEnd))
    const end = take(reader)
    if (end === '\\end') break
    if (end === '\\\\') {
      row = []
      rows.push(row)
    }
  }
  takeRaw(reader)
  const spoken = rows
    .filter((cells) => cells.some(Boolean))
    .map((cells, index) => ` row ${index + 1}: ${cells.filter(Boolean).join(', ')};`)
  return `${kind},${spoken.join('')} end ${kind},`
}

type ReadStructure = (reader: FormulaReader) => string

const structures: ReadonlyMap<string, ReadStructure> = new Map<string, ReadStructure>([
  ...['\\frac', '\\dfrac', '\\tfrac', '\\cfrac'].map((name) => [name, readFraction] as const),
  ['\\sqrt', readRoot],
  ['\\binom', (reader) => `${readArgument(reader)} choose ${readArgument(reader)}`],
  ['\\pmod', (reader) => `mod ${readArgument(reader)}`],
  ['\\begin', readRows],
  ['\\mathbb', (reader) => toNumberSet(takeRaw(reader))],
  ...['\\text', '\\textbf', '\\textit', '\\textrm', '\\mathrm', '\\operatorname'].map(
    (name) => [name, takeRaw] as const,
  ),
  ...['\\mathbf', '\\mathit', '\\mathcal', '\\boldsymbol', '\\boxed'].map(
    (name) => [name, readArgument] as const,
  ),
])

const toNumberSet = (letter: string) => numberSets.get(letter) ?? letter
