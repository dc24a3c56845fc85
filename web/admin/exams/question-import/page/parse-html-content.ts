import { Tokenizer } from 'htmlparser2'
import type { HtmlContent, HtmlPicture } from '#core/questions/formats/html-content.ts'
import { lossCauses } from '#core/questions/formats/loss-causes.ts'
import { createPageLists } from './page-lists.ts'
import { findScript, findTagLosses, isAddressShown, type TagAttributes } from './page-losses.ts'
import { createPageText, decodeEntities } from './page-text.ts'
import { type CodeBlock, placeCode } from './place-code.ts'

/**
 * The words of a page, the code in it, and which pictures it shows. Nothing of it is ever run.
 * Only the tokenizer is used: htmlparser2's own Parser looks through all open tags at each end tag,
 * which takes a hostile file of 5 MB minutes.
 */
export function parseHtmlContent(html: string): HtmlContent {
  const content = createContentBuilder()
  let name = ''
  let attribute = ''
  let attributes: Record<string, string> = {}
  let readUntil = 0
  const readName = (from: number, to: number) => html.slice(from, to).toLowerCase()
  const openTag = (to: number) => {
    readUntil = to + 1
    content.openTag(name, attributes)
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
        attributes = {}
      },
      onattribname(from, to) {
        attribute = readName(from, to)
      },
      onattribdata(from, to) {
        if (knownAttributes.has(attribute))
          attributes[attribute] = decodeEntities(html.slice(from, to))
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

const knownAttributes = new Set(['src', 'alt', 'href', 'start', 'type', 'value', 'style'])
const blockTags = new Set(
  'p div li ul ol dl dt dd tr table caption thead tbody tfoot h1 h2 h3 h4 h5 h6 blockquote section article header footer main aside figure figcaption address center fieldset form details summary pre hr'.split(
    ' ',
  ),
)
const codeTags = new Set(['code', 'tt', 'kbd', 'samp'])
/** `annotation` says a formula once more, for programs. */
const ignoredTags = new Set(['script', 'style', 'annotation', 'annotation-xml'])
const maxLinkLength = 1000

function createContentBuilder() {
  const text = createPageText()
  const lists = createPageLists()
  const blocks: CodeBlock[] = []
  const pictures: HtmlPicture[] = []
  const losses = new Set<string>()
  const spans: ('sup' | 'sub' | null)[] = []
  let link: { href: string; words: string } | null = null
  let pre: { parts: string[]; isLineOpen: boolean; isListItem: boolean } | null = null
  let isPreStart = false
  let ignoredTag: string | null = null
  let isFirstCell = true

  const addToPre = (part: string) => {
    if (!pre || part === '') return
    pre.parts.push(part)
    pre.isLineOpen = !part.endsWith('\n')
  }
  const closePre = () => {
    if (!pre) return
    const { parts, isListItem } = pre
    const snippet = parts.join('')
    if (snippet.trim() !== '') blocks.push({ at: text.getLength(), snippet, isListItem })
    pre = null
  }
  const closeLink = () => {
    if (link && !isAddressShown(link.href, link.words)) losses.add(lossCauses.links)
    link = null
  }
  const openMark = (name: string, attributes: TagAttributes) => {
    const script = findScript(name, attributes)
    if (name === 'span') spans.push(script)
    if (name === 'ul' || name === 'ol') lists.open(name, attributes)
    if (codeTags.has(name)) text.open('code')
    else if (name === 'q') text.mark('"')
    else if (name === 'td' || name === 'th') {
      if (!isFirstCell) text.separate(' | ')
      isFirstCell = false
    } else if (blockTags.has(name)) text.newBlock()
    else if (script && (name === script || name === 'span')) text.open(script)
    if (name === 'tr') isFirstCell = true
    if (name === 'li') text.bullet(lists.nextBullet(attributes))
  }
  const closeMark = (name: string) => {
    const script = name === 'span' ? spans.pop() : name === 'sup' || name === 'sub' ? name : null
    if (codeTags.has(name)) text.close('code')
    else if (name === 'q') text.mark('"')
    else if (script) text.close(script)
    else if (blockTags.has(name)) text.newBlock()
    if (name === 'li') text.bullet('')
    if (name === 'ul' || name === 'ol') lists.close()
  }
  return {
    addText(raw: string) {
      if (ignoredTag) return
      if (link && link.words.length < maxLinkLength) link.words += decodeEntities(raw)
      if (pre === null) text.addWords(raw)
      // The line break right behind the tag is not part of the text.
      else addToPre(decodeEntities(isPreStart ? raw.replace(/^\r?\n/, '') : raw))
      isPreStart = false
    },
    openTag(name: string, attributes: TagAttributes) {
      isPreStart = false
      if (ignoredTag) return
      // Colours of code are what an editor of code gives it.
      for (const lost of findTagLosses(name, pre ? {} : attributes)) losses.add(lost)
      if (name === 'a') {
        closeLink()
        if (attributes.href) link = { href: attributes.href, words: '' }
      }
      if (ignoredTags.has(name)) ignoredTag = name
      else if (name === 'pre') {
        isPreStart = pre === null
        pre ??= { parts: [], isLineOpen: false, isListItem: text.flushBullet() }
      } else if (name === 'img' && attributes.src !== undefined)
        pictures.push({ address: attributes.src, alt: attributes.alt ?? '' })
      else if (pre !== null) {
        if (name === 'br' || (blockTags.has(name) && pre.isLineOpen)) addToPre('\n')
      } else if (name === 'br') text.breakLine()
      else openMark(name, attributes)
    },
    closeTag(name: string) {
      if (ignoredTag) {
        if (name === ignoredTag) ignoredTag = null
        return
      }
      if (name === 'a') closeLink()
      if (pre === null) closeMark(name)
      else if (name === 'pre') {
        closePre()
        text.newBlock()
      } else if (blockTags.has(name) && pre.isLineOpen) addToPre('\n')
    },
    getContent(): HtmlContent {
      closePre()
      closeLink()
      const placed = placeCode(text.getText(), blocks)
      const all = [...losses, ...placed.losses]
      return {
        text: placed.text,
        code: placed.code,
        pictures,
        ...(all.length > 0 && { losses: all }),
      }
    },
  }
}
