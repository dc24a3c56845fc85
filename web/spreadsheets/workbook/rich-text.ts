import { lossCauses } from '#core/questions/formats/loss-causes.ts'
import type { Attributes } from './read-xml.ts'

/** How the words of a cell, or a part of them, are set. */
export type Font = {
  readonly isStruck: boolean
  /** The sign that stands for raised or lowered words in a text. */
  readonly script: '^' | '_' | ''
  /** Bold, italic, underlined and the colour, in one word; empty where they are plain. */
  readonly marks: string
}

export const plainFont: Font = { isStruck: false, script: '', marks: '' }

export type FontReader = {
  readonly onOpen: (name: string, attributes: Attributes) => void
  readonly getFont: () => Font
}

/** Takes the tags in `<rPr>` or `<font>`. */
export function createFontReader(): FontReader {
  let isStruck = false
  let script: Font['script'] = ''
  const marks = new Set<string>()
  return {
    onOpen(name, { val, ...attributes }) {
      const isOn = val !== '0' && val !== 'false' && val !== 'none'
      if (name === 'strike') isStruck = isOn
      else if (name === 'vertAlign')
        script = val === 'superscript' ? '^' : val === 'subscript' ? '_' : ''
      else if (name === 'b' || name === 'i' || name === 'u') {
        if (isOn) marks.add(name)
      } else if (name === 'color' && !isBlack(attributes))
        marks.add(Object.entries(attributes).join(' '))
    },
    getFont: () => ({ isStruck, script, marks: [...marks].sort().join(' ') }),
  }
}

/** The colour of words that nobody has coloured, in each way that it is written. */
function isBlack({ rgb, theme, indexed }: Attributes): boolean {
  if (rgb !== undefined) return /^(..)?000000$/.test(rgb)
  if (indexed !== undefined) return indexed === '8' || indexed === '64'
  return theme === undefined || theme === '1'
}

export type RichText = {
  readonly text: string
  readonly losses: readonly string[]
  /** Whether its parts have fonts of their own. */
  readonly isRich: boolean
}

export type RichTextReader = {
  readonly onOpen: (name: string, attributes: Attributes) => void
  readonly onClose: (name: string) => void
  readonly onText: (text: string) => void
  readonly getRichText: () => RichText
}

/** Takes what stands in `<si>` or `<is>`: words, or runs of words with a font each. */
export function createRichTextReader(): RichTextReader {
  const runs: { text: string; font: Font }[] = []
  let font: FontReader | null = null
  let isText = false
  let isPhonetic = false
  let text = ''
  return {
    onOpen(name, attributes) {
      if (name === 't') isText = true
      else if (name === 'rPh') isPhonetic = true
      else if (name === 'r') {
        text = ''
        font = createFontReader()
      } else font?.onOpen(name, attributes)
    },
    onClose(name) {
      if (name === 't') isText = false
      if (name === 'rPh') isPhonetic = false
      if (name === 't' && font) return
      if (name === 'r' || name === 't') {
        runs.push({ text: unescapeCharacters(text), font: font?.getFont() ?? plainFont })
        text = ''
        font = null
      }
    },
    onText(part) {
      if (isText && !isPhonetic) text += part
    },
    getRichText: () => ({
      text: runs.map((run) => setScript(run.text, run.font)).join(''),
      losses: listLosses(runs.filter((run) => run.text.trim() !== '')),
      isRich: runs.length > 1,
    }),
  }
}

export function setScript(text: string, { script }: Font): string {
  return script === '' || text.trim() === '' ? text : formatScript(script, text)
}

/** Words that are all set alike mark nothing. */
function listLosses(runs: readonly { readonly font: Font }[]): string[] {
  return [
    ...(runs.some(({ font }) => font.isStruck) ? [lossCauses.strike] : []),
    ...(new Set(runs.map(({ font }) => font.marks)).size > 1 ? [lossCauses.emphasis] : []),
  ]
}

/** Workbooks write what XML cannot hold, and what looks like it, as `_x0041_`. */
export function unescapeCharacters(text: string): string {
  return text.replace(/_x([\da-f]{4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}

/** Raised or lowered words behind their sign, in brackets where they are more than one word. */
export function formatScript(sign: '^' | '_', text: string): string {
  const words = text.trim()
  if (words === '') return text.includes('\n') ? '\n' : ''
  const marked = /^[\p{L}\p{N}]+$/u.test(words) ? `${sign}${words}` : `${sign}(${words})`
  return `${marked}${text.slice(text.trimEnd().length)}`
}
