import { entities } from './html-entities.ts'
import { markupIn } from './html-markup.ts'

export type HtmlContent = {
  readonly text: string
  /** What stood in `<pre>`. */
  readonly code: string | null
  /** The addresses of its pictures. */
  readonly pictures: readonly string[]
}

/** Text between backticks is code in a question here, and in the page it becomes. */
export function htmlOf(text: string): string {
  return text
    .split(/(`[^`\n]+`)/)
    .map((part) =>
      part.length > 2 && part.startsWith('`') && part.endsWith('`')
        ? `<code>${spaced(part.slice(1, -1))}</code>`
        : spaced(part),
    )
    .join('')
    .replaceAll('\n', '<br>')
}

export function htmlOfCode(code: string): string {
  return `<pre><code>${escaped(code)}</code></pre>`
}

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** A page folds spaces into one, so those that would be folded are made to stay. */
function spaced(text: string): string {
  return escaped(text)
    .replace(/(^|\n) /g, '$1&nbsp;')
    .replace(/ ($|\n)/g, '&nbsp;$1')
    .replace(/ (?= )/g, '&nbsp;')
    .replaceAll('\t', '&#9;')
}

const blocks = new Set(
  'p div li ul ol tr table thead tbody h1 h2 h3 h4 h5 h6 blockquote section article pre hr'.split(
    ' ',
  ),
)

/** The words of a page, the code in it, and which pictures it shows. Nothing of it is ever run. */
export function contentOfHtml(html: string): HtmlContent {
  const text = newLines()
  const code: string[] = []
  const pictures: string[] = []
  let pre: string | null = null
  let silent: string | null = null
  let from = 0

  const take = (raw: string) => {
    if (silent) return
    if (pre === null) text.words(raw)
    else pre += decoded(raw)
  }
  for (const found of markupIn(html)) {
    take(html.slice(from, found.from))
    from = found.to
    const { name, isEnd } = found
    if (!name) continue
    if (silent) {
      if (isEnd && name === silent) silent = null
    } else if (name === 'script' || name === 'style') {
      silent = isEnd ? null : name
    } else if (name === 'pre') {
      if (!isEnd && pre === null) {
        pre = ''
        // The line break right behind the tag is not part of the text.
        from += /^\r?\n/.exec(html.slice(from, from + 2))?.[0].length ?? 0
      } else if (isEnd && pre !== null) {
        code.push(pre)
        pre = null
        text.newBlock()
      }
    } else if (name === 'br') {
      if (pre === null) text.breakLine()
      else pre += '\n'
    } else if (name === 'img') {
      const source = /\bsrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(found.attributes)
      if (source) pictures.push(decoded(source[1] ?? source[2] ?? source[3] ?? ''))
    } else if (pre === null) {
      if (name === 'code') text.mark('`')
      else if (name === 'sup' && !isEnd) text.mark('^')
      else if (blocks.has(name)) text.newBlock()
    }
  }
  take(html.slice(from))
  if (pre !== null) code.push(pre)
  return {
    text: text.all(),
    code: code.length > 0 ? code.join('\n\n') : null,
    pictures,
  }
}

/** Folds white space as a page does; what is written as an entity stays. */
function newLines() {
  let out = ''
  // Looking at the end of a text that grows would copy all of it each time.
  let last = '\n'
  let spaceWaits = false
  const add = (text: string) => {
    if (text === '') return
    out += text
    last = text.at(-1) ?? last
  }
  const atStart = () => last === '\n'
  const flush = () => {
    if (spaceWaits && !atStart()) add(' ')
    spaceWaits = false
  }
  return {
    words(raw: string) {
      for (const part of raw.split(/([ \t\r\n]+)/)) {
        if (part === '') continue
        if (/^[ \t\r\n]/.test(part)) spaceWaits = true
        else {
          flush()
          add(decoded(part))
        }
      }
    },
    mark(sign: string) {
      flush()
      add(sign)
    },
    breakLine() {
      spaceWaits = false
      add('\n')
    },
    newBlock() {
      spaceWaits = false
      if (!atStart()) add('\n')
    },
    all: () => out.trim(),
  }
}

/** The entities of HTML that questions are written with, and every numbered one. */
export function decoded(text: string): string {
  return text.replace(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]+\d{0,2});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return entities[name] ?? entities[name.toLowerCase()] ?? whole
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
      ? String.fromCodePoint(code)
      : whole
  })
}
