import { decodeHTMLStrict } from 'entities'
import { formatScript } from '../../../../spreadsheets/workbook/rich-text.ts'

/** A stretch between two tags that becomes one sign or mark. */
type CaptureKind = 'code' | 'sup' | 'sub'

/** Deeper ones would copy the same words once for each. */
const maxCaptures = 2

/** The text of a page: folds white space as a page does; what is written as an entity stays. */
export function createPageText() {
  let out = ''
  // Looking at the end of a text that grows would copy all of it each time.
  let last = '\n'
  let isSpacePending = false
  let bullet = ''
  const captures: { kind: CaptureKind; text: string }[] = []
  const passedOver = { code: 0, sup: 0, sub: 0 }
  const append = (text: string) => {
    if (text === '') return
    const capture = captures.at(-1)
    if (capture) capture.text += text
    else out += text
    last = text.at(-1) ?? last
  }
  const flushBullet = () => {
    const pending = bullet
    bullet = ''
    append(pending)
    return pending !== ''
  }
  const add = (text: string) => {
    if (text !== '') flushBullet()
    append(text)
  }
  const isAtLineStart = () => last === '\n'
  const flush = () => {
    if (isSpacePending && !isAtLineStart()) add(' ')
    isSpacePending = false
  }
  const closeLast = () => {
    const capture = captures.pop()
    if (!capture) return
    const { kind, text } = capture
    if (kind === 'code') append(formatCodeLines(text))
    else append(formatScript(kind === 'sup' ? '^' : '_', text))
  }
  return {
    addWords(raw: string) {
      for (const part of raw.split(/([ \t\r\n]+)/)) {
        if (part === '') continue
        if (/^[ \t\r\n]/.test(part)) isSpacePending = true
        else {
          flush()
          add(decodeEntities(part))
        }
      }
    },
    mark(sign: string) {
      flush()
      add(sign)
    },
    breakLine() {
      isSpacePending = false
      add('\n')
    },
    newBlock() {
      isSpacePending = false
      if (!isAtLineStart()) add('\n')
    },
    /** Between the cells of a row. */
    separate(sign: string) {
      isSpacePending = false
      add(sign)
    },
    /** Stands before the next words. */
    bullet(sign: string) {
      bullet = sign
    },
    /** Whether one was pending, which now stands there without words behind it. */
    flushBullet,
    open(kind: CaptureKind) {
      flush()
      flushBullet()
      if (captures.length === maxCaptures || captures.some((one) => one.kind === kind))
        passedOver[kind] += 1
      else captures.push({ kind, text: '' })
    },
    close(kind: CaptureKind) {
      if (passedOver[kind] > 0) passedOver[kind] -= 1
      else if (captures.some((one) => one.kind === kind)) {
        let closed: CaptureKind | undefined
        while (closed !== kind) {
          closed = captures.at(-1)?.kind
          closeLast()
        }
      }
    },
    getLength: () => out.length,
    getText() {
      while (captures.length > 0) closeLast()
      return out
    },
  }
}

/** Code stands between backticks, which hold no line break and no other backtick. */
function formatCodeLines(code: string): string {
  return code
    .split('\n')
    .map((line) => (line === '' || line.includes('`') ? line : `\`${line}\``))
    .join('\n')
}

/** A space that a page would fold is written as `&nbsp;`; a hyphen that may break a word is none. */
export function decodeEntities(text: string): string {
  return decodeHTMLStrict(text.replaceAll('&nbsp;', ' ').replaceAll('&shy;', ''))
}
