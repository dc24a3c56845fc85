import { maxStyleLength, type TagAttributes } from './page-losses.ts'

type List = { next: number | null; readonly format: (number: number) => string }

const romans = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
] as const
const maxRoman = 3999

/** The lists of a page that are open, and the bullets or numbers that a page shows in them. */
export function createPageLists() {
  const lists: List[] = []
  return {
    open(name: string, attributes: TagAttributes) {
      const start = Number.parseInt(attributes.start ?? '1', 10)
      const next = name === 'ol' ? (Number.isNaN(start) ? 1 : start) : null
      lists.push({ next, format: findFormat(attributes) })
    },
    close: () => lists.pop(),
    /** The bullet or number before the next item, which may have a number of its own. */
    nextBullet({ value }: TagAttributes): string {
      const list = lists.at(-1)
      if (!list || list.next === null) return '- '
      const own = Number.parseInt(value ?? '', 10)
      const number = Number.isNaN(own) ? list.next : own
      list.next = number + 1
      return `${list.format(number)}. `
    },
  }
}

function findFormat({ type, style = '' }: TagAttributes): List['format'] {
  const rules = style.slice(0, maxStyleLength)
  const named = /list-style(?:-type)?\s*:[^;]*?((?:lower|upper)-(?:alpha|latin|roman))/i.exec(rules)
  const name = named?.[1]?.toLowerCase()
  if (name === 'lower-roman' || type === 'i') return toRoman
  if (name === 'upper-roman' || type === 'I') return (number) => toRoman(number).toUpperCase()
  if (name?.startsWith('lower') || type === 'a') return toLetters
  if (name?.startsWith('upper') || type === 'A') return (number) => toLetters(number).toUpperCase()
  return String
}

/** a to z, then aa. */
function toLetters(number: number): string {
  if (number < 1) return String(number)
  const last = String.fromCharCode(97 + ((number - 1) % 26))
  return number > 26 ? toLetters(Math.floor((number - 1) / 26)) + last : last
}

function toRoman(number: number): string {
  if (number < 1 || number > maxRoman) return String(number)
  const [value, sign] = romans.find(([one]) => one <= number) ?? [number, '']
  return number > value ? sign + toRoman(number - value) : sign
}
