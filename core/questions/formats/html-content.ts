import { htmlEntities } from './html-entities.ts'
import { findHtmlTags } from './html-tags.ts'

export type HtmlContent = {
  readonly text: string
  /** What stood in `<pre>`. */
  readonly code: string | null
  /** The addresses of its pictures. */
  readonly pictures: readonly string[]
}

/** Text between backticks is code in a question here, and in the page it becomes. */
export function toHtml(text: string): string {
  return text
    .split(/(`[^`\n]+`)/)
    .map((part) =>
      part.length > 2 && part.startsWith('`') && part.endsWith('`')
        ? `<code>${preserveSpaces(part.slice(1, -1))}</code>`
        : preserveSpaces(part),
    )
    .join('')
    .replaceAll('\n', '<br>')
}

export function toCodeHtml(code: string): string {
  return `<pre><code>${escapeHtml(code)}</code></pre>`
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** A page folds spaces into one, so those that would be folded are made to stay. */
function preserveSpaces(text: string): string {
  return escapeHtml(text)
    .replace(/(^|\n) /g, '$1&nbsp;')
    .replace(/ ($|\n)/g, '&nbsp;$1')
    .replace(/ (?= )/g, '&nbsp;')
    .replaceAll('\t', '&#9;')
}

const blockTags = new Set(
  'p div li ul ol tr table thead tbody h1 h2 h3 h4 h5 h6 blockquote section article pre hr'.split(
    ' ',
  ),
)

/** The words of a page, the code in it, and which pictures it shows. Nothing of it is ever run. */
export function parseHtmlContent(html: string): HtmlContent {
  const text = createTextBuilder()
  const code: string[] = []
  const pictures: string[] = []
  let pre: string | null = null
  let ignoredTag: string | null = null
  let from = 0

  const addText = (raw: string) => {
    if (ignoredTag) return
    if (pre === null) text.addWords(raw)
    else pre += decodeEntities(raw)
  }
  for (const found of findHtmlTags(html)) {
    addText(html.slice(from, found.from))
    from = found.to
    const { name, isEnd } = found
    if (!name) continue
    if (ignoredTag) {
      if (isEnd && name === ignoredTag) ignoredTag = null
    } else if (name === 'script' || name === 'style') {
      ignoredTag = isEnd ? null : name
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
      if (source) pictures.push(decodeEntities(source[1] ?? source[2] ?? source[3] ?? ''))
    } else if (pre === null) {
      if (name === 'code') text.mark('`')
      else if (name === 'sup' && !isEnd) text.mark('^')
      else if (blockTags.has(name)) text.newBlock()
    }
  }
  addText(html.slice(from))
  if (pre !== null) code.push(pre)
  return {
    text: text.getText(),
    code: code.length > 0 ? code.join('\n\n') : null,
    pictures,
  }
}

/** Folds white space as a page does; what is written as an entity stays. */
function createTextBuilder() {
  let out = ''
  // Looking at the end of a text that grows would copy all of it each time.
  let last = '\n'
  let isSpacePending = false
  const add = (text: string) => {
    if (text === '') return
    out += text
    last = text.at(-1) ?? last
  }
  const isAtLineStart = () => last === '\n'
  const flush = () => {
    if (isSpacePending && !isAtLineStart()) add(' ')
    isSpacePending = false
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
    getText: () => out.trim(),
  }
}

/** The entities of HTML that questions are written with, and every numbered one. */
export function decodeEntities(text: string): string {
  return text.replace(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]+\d{0,2});/gi, (whole, name: string) => {
    if (!name.startsWith('#'))
      return htmlEntities[name] ?? htmlEntities[name.toLowerCase()] ?? whole
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
      ? String.fromCodePoint(code)
      : whole
  })
}
