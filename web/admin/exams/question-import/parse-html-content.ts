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
  let readUntil = 0
  const readName = (from: number, to: number) => html.slice(from, to).toLowerCase()
  const openTag = (to: number) => {
    readUntil = to + 1
    content.openTag(name, source)
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
      },
      onattribname(from, to) {
        attribute = readName(from, to)
      },
      onattribdata(from, to) {
        if (attribute === 'src') source = html.slice(from, to)
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

function createContentBuilder() {
  const text = createTextBuilder()
  const code: string[] = []
  const pictures: string[] = []
  let pre: string | null = null
  let isPreStart = false
  let ignoredTag: string | null = null

  const addMark = (name: string, isEnd: boolean) => {
    if (pre !== null) return
    if (name === 'code') text.mark('`')
    else if (name === 'sup' && !isEnd) text.mark('^')
    else if (blockTags.has(name)) text.newBlock()
  }
  return {
    addText(raw: string) {
      if (ignoredTag) return
      if (pre === null) text.addWords(raw)
      // The line break right behind the tag is not part of the text.
      else pre += decodeEntities(isPreStart ? raw.replace(/^\r?\n/, '') : raw)
      isPreStart = false
    },
    openTag(name: string, source: string | null) {
      isPreStart = false
      if (ignoredTag) return
      if (name === 'script' || name === 'style') ignoredTag = name
      else if (name === 'pre') {
        isPreStart = pre === null
        pre ??= ''
      } else if (name === 'img' && source !== null) pictures.push(decodeEntities(source))
      else if (name !== 'br') addMark(name, false)
      else if (pre === null) text.breakLine()
      else pre += '\n'
    },
    closeTag(name: string) {
      if (ignoredTag) {
        if (name === ignoredTag) ignoredTag = null
      } else if (name === 'pre' && pre !== null) {
        code.push(pre)
        pre = null
        text.newBlock()
      } else addMark(name, true)
    },
    getContent(): HtmlContent {
      const allCode = pre === null ? code : [...code, pre]
      return {
        text: text.getText(),
        code: allCode.length > 0 ? allCode.join('\n\n') : null,
        pictures,
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

/** A space that a page would fold is written as `&nbsp;`; a hyphen that may break a word is none. */
export function decodeEntities(text: string): string {
  return decodeHTMLStrict(text.replaceAll('&nbsp;', ' ').replaceAll('&shy;', ''))
}
