import { decodeHTMLStrict } from 'entities'
import { Tokenizer } from 'htmlparser2'
import type { HtmlContent } from '#core/questions/formats/html-content.ts'

const blockTags = new Set(
  'p div li ul ol tr table thead tbody h1 h2 h3 h4 h5 h6 blockquote section article pre hr'.split(
    ' ',
  ),
)

/**
 * The words of a page, the code in it, and which pictures it shows. Nothing of it is ever run.
 * Only the tokenizer is used: htmlparser2's own Parser looks through all open tags at each end tag,
 * which takes a hostile file of 5 MB minutes.
 */
export function parseHtmlContent(html: string): HtmlContent {
  const content = createContentBuilder()
  let name = ''
  let attribute = ''
  let source: string | null = null
  let start: string | null = null
  let readUntil = 0
  const readName = (from: number, to: number) => html.slice(from, to).toLowerCase()
  const openTag = (to: number) => {
    readUntil = to + 1
    content.openTag(name, source, start)
  }
  const skip = (_from: number, to: number) => {
    readUntil = to + 1
  }
  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      ontext(from, to) {
        readUntil = to
        content.addText(html.slice(from, to))
      },
      oncdata(from, to, endLength) {
        readUntil = to + 1
        content.addText(html.slice(from, to - endLength))
      },
      onopentagname(from, to) {
        name = readName(from, to)
        source = null
        start = null
      },
      onattribname(from, to) {
        attribute = readName(from, to)
      },
      onattribdata(from, to) {
        if (attribute === 'src') source = html.slice(from, to)
        if (attribute === 'start') start = html.slice(from, to)
      },
      onopentagend: openTag,
      onselfclosingtag: openTag,
      onclosetag(from, to) {
        readUntil = html.indexOf('>', to) + 1 || html.length
        content.closeTag(readName(from, to))
      },
      oncomment: skip,
      ondeclaration: skip,
      // A tag that never ends is no tag, and its words are the author's.
      onend: () => content.addText(html.slice(readUntil)),
      onprocessinginstruction() {},
      onattribend() {},
      onattribentity() {},
      ontextentity() {},
    },
  )
  tokenizer.write(html)
  tokenizer.end()
  return content.getContent()
}

/** What a tag says that a text cannot. */
const lostBy: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['b', 'strong', 'i', 'em', 'u', 'ins', 'mark', 'font'].map((name) => [
      name,
      'bold or marked words',
    ]),
  ),
  ...Object.fromEntries(['s', 'strike', 'del'].map((name) => [name, 'lines through words'])),
  a: 'addresses of links',
  ...Object.fromEntries(
    ['audio', 'video', 'iframe', 'object', 'embed'].map((name) => [name, 'sound and films']),
  ),
}

function createContentBuilder() {
  const text = createTextBuilder()
  const code: { at: number; snippet: string }[] = []
  const pictures: string[] = []
  const losses = new Set<string>()
  const lists: { next: number | null }[] = []
  let pre: string | null = null
  let isPreStart = false
  let ignoredTag: string | null = null
  let isFirstCell = true

  const openMark = (name: string, start: string | null) => {
    if (name === 'code') text.mark('`')
    else if (name === 'sup' || name === 'sub') text.openScript()
    else if (name === 'td' || name === 'th') {
      if (!isFirstCell) text.separate(' | ')
      isFirstCell = false
    } else if (blockTags.has(name)) text.newBlock()
    if (name === 'tr') isFirstCell = true
    if (name === 'ul' || name === 'ol')
      lists.push({ next: name === 'ol' ? Number.parseInt(start ?? '1', 10) || 1 : null })
    if (name === 'li') text.bullet(nextBullet())
  }
  const nextBullet = () => {
    const list = lists.at(-1)
    if (!list?.next) return '- '
    list.next += 1
    return `${list.next - 1}. `
  }
  const closeMark = (name: string) => {
    if (name === 'code') text.mark('`')
    else if (name === 'sup') text.closeScript('^')
    else if (name === 'sub') text.closeScript('_')
    else if (blockTags.has(name)) text.newBlock()
    if (name === 'li') text.bullet('')
    if (name === 'ul' || name === 'ol') lists.pop()
  }
  return {
    addText(raw: string) {
      if (ignoredTag) return
      if (pre === null) text.addWords(raw)
      // The line break right behind the tag is not part of the text.
      else pre += decodeEntities(isPreStart ? raw.replace(/^\r?\n/, '') : raw)
      isPreStart = false
    },
    openTag(name: string, source: string | null, start: string | null) {
      isPreStart = false
      if (ignoredTag) return
      const lost = lostBy[name]
      if (lost) losses.add(lost)
      if (name === 'script' || name === 'style') ignoredTag = name
      else if (name === 'pre') {
        isPreStart = pre === null
        pre ??= ''
      } else if (name === 'img' && source !== null) pictures.push(decodeEntities(source))
      else if (pre !== null) pre += name === 'br' ? '\n' : ''
      else if (name === 'br') text.breakLine()
      else openMark(name, start)
    },
    closeTag(name: string) {
      if (ignoredTag) {
        if (name === ignoredTag) ignoredTag = null
      } else if (pre === null) closeMark(name)
      else if (name === 'pre') {
        code.push({ at: text.getLength(), snippet: pre })
        pre = null
        text.newBlock()
      }
    },
    getContent(): HtmlContent {
      if (pre !== null) code.push({ at: text.getLength(), snippet: pre })
      const length = text.getText().length
      if (code.some(({ at }) => at > 0 && at < length))
        losses.add('the place of code: it stands below the words')
      return {
        text: text.getText(),
        code: code.length > 0 ? code.map(({ snippet }) => snippet).join('\n\n') : null,
        pictures,
        ...(losses.size > 0 && { losses: [...losses] }),
      }
    },
  }
}

/** Folds white space as a page does; what is written as an entity stays. */
function createTextBuilder() {
  let out = ''
  // Looking at the end of a text that grows would copy all of it each time.
  let last = '\n'
  let isSpacePending = false
  let script: string | null = null
  let bullet = ''
  const add = (text: string) => {
    if (text === '') return
    const added = bullet + text
    bullet = ''
    if (script === null) out += added
    else script += added
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
    /** Between the cells of a row. */
    separate(sign: string) {
      isSpacePending = false
      add(sign)
    },
    /** Stands before the next words. */
    bullet(sign: string) {
      bullet = sign
    },
    openScript() {
      flush()
      script ??= ''
    },
    /** Raised or lowered words behind their sign, in brackets where they are more than one word. */
    closeScript(sign: string) {
      if (script === null) return
      const words = script.trim()
      script = null
      if (words !== '')
        add(/^[\p{L}\p{N}]+$/u.test(words) ? `${sign}${words}` : `${sign}(${words})`)
    },
    getLength: () => out.length,
    getText: () => (script === null ? out : out + script).trim(),
  }
}

/** A space that a page would fold is written as `&nbsp;`; a hyphen that may break a word is none. */
export function decodeEntities(text: string): string {
  return decodeHTMLStrict(text.replaceAll('&nbsp;', ' ').replaceAll('&shy;', ''))
}
