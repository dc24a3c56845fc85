import { escapeHtml, type HtmlPicture } from '#core/questions/formats/html-content.ts'
import { lossCauses } from '#core/questions/formats/loss-causes.ts'
import type { PortablePicture } from '#core/questions/formats/portable-question.ts'
import { maxImageDescriptionLength } from '#core/questions/kind.ts'
import { toVisibleLine } from '#core/text.ts'
import { decodeEntities } from './page/page-text.ts'
import { parseHtmlContent } from './page/parse-html-content.ts'

/** An element as the parser gives it: attributes with an @, text under its own name. */
export type Node = { readonly [name: string]: unknown }

export function toNode(value: unknown): Node | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Node)
    : null
}

export function childrenOf(node: Node, name: string): readonly Node[] {
  const all = node[name]
  return Array.isArray(all) ? all.map((child) => toNode(child) ?? { '#text': child }) : []
}

/** The text of an element, or of the `<text>` that Moodle puts into it. */
export function readText(value: unknown): string {
  if (typeof value === 'string') return decodeEntities(value)
  if (Array.isArray(value)) return value.map(readText).join('')
  const node = toNode(value)
  if (!node) return ''
  if (node.text !== undefined) return readText(node.text)
  return readText(node['#text'] ?? '')
}

export type Content = {
  readonly text: string
  readonly code: string | null
  readonly picture: PortablePicture | null
  readonly losses: readonly string[]
}

/** The words, code and picture of a `<questiontext>` or an `<answer>`. */
export function readContent(node: Node | null): Content {
  if (!node) return { text: '', code: null, picture: null, losses: [] }
  const raw = readText(node)
  const format = String(node['@format'] ?? 'moodle_auto_format')
  const isPlain = format === 'plain_text' || format === 'markdown'
  const isPage = format === 'html' || /<[a-z][^<>]*>/i.test(raw)
  if (isPlain || !isPage) {
    const text = isPlain ? raw : decodeEntities(raw)
    return { text: text.trim(), code: null, picture: null, losses: [] }
  }
  const { text, code, pictures, losses = [] } = parseHtmlContent(raw)
  const files = childrenOf(node, 'file')
  const filesByPath = new Map(files.map((file) => [pathOf(file), file]))
  const references = pictures.map((found) => ({
    ...found,
    file: findFile(found.address, filesByPath),
  }))
  const resolved = references.map(readPicture)
  const whole = resolved.find((found) => found !== null) ?? null
  const picture = whole && shortenDescription(whole)
  const usedFiles = new Set(references.map(({ file }) => file))
  const unusedFiles = files.filter((file) => !usedFiles.has(file))
  return {
    text,
    code,
    picture,
    losses: [
      ...losses,
      ...(resolved.length > (picture ? 1 : 0) ? [lossCauses.furtherPictures] : []),
      ...(picture?.description !== whole?.description ? [lossCauses.descriptions] : []),
      ...(unusedFiles.length > 0 ? ['attached files'] : []),
    ],
  }
}

/** Before Moodle 2 a question named its picture in a tag of its own, and held it in another. */
export function readOldPicture(question: Node): PortablePicture | null {
  const base64 = readText(question.image_base64).replace(/\s+/g, '')
  const type = detectImageType(base64)
  return type ? { type, base64 } : null
}

/** CDATA as escaped text, so that words beside it keep their order. */
export function unwrapCdata(xml: string): string {
  return xml.replace(
    // An unclosed section goes to the end: the rest is not read again from each place in it.
    /<!--[\s\S]*?(?:-->|$)|<\?[\s\S]*?(?:\?>|$)|<!\[CDATA\[([\s\S]*?)(?:\]\]>|$)/g,
    (section, content: string | undefined) =>
      content === undefined ? section : escapeHtml(content),
  )
}

type ImageReference = HtmlPicture & { readonly file: Node | undefined }

function readPicture({ address, alt, file }: ImageReference): PortablePicture | null {
  const inline = /^data:image\/[\w.+-]+;base64,(.*)$/s.exec(address)
  const base64 = (inline?.[1] ?? (file ? readText(file) : '')).replace(/\s+/g, '')
  const type = detectImageType(base64)
  const description = file && pathOf(file).endsWith(`/${alt}`) ? '' : toVisibleLine(alt)
  return type ? { type, base64, ...(description && { description }) } : null
}

function shortenDescription(picture: PortablePicture): PortablePicture {
  const { description = '' } = picture
  return description.length <= maxImageDescriptionLength
    ? picture
    : { ...picture, description: description.slice(0, maxImageDescriptionLength).toWellFormed() }
}

function pathOf(file: Node): string {
  return `${String(file['@path'] ?? '/')}${decodeEntities(String(file['@name'] ?? ''))}`
}

function findFile(address: string, filesByPath: ReadonlyMap<string, Node>): Node | undefined {
  const name = /^@@PLUGINFILE@@\/(.*)$/.exec(address)?.[1]?.split('?')[0]
  if (name === undefined) return undefined
  return [name, decodeUri(name)]
    .flatMap((candidate) => [`/${candidate}`, candidate])
    .map((path) => filesByPath.get(path))
    .find((file) => file !== undefined)
}

function decodeUri(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** By its first bytes, as they look in base64. */
function detectImageType(base64: string): string | null {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return null
  if (base64.startsWith('iVBORw0KGgo')) return 'image/png'
  if (base64.startsWith('/9j/')) return 'image/jpeg'
  return base64.startsWith('UklGR') ? 'image/webp' : null
}

/** Longer than any of Moodle's: what reads attributes takes the square of a tag's length. */
const maxTagLength = 1000
const maxDepth = 50

type XmlError = { readonly at: number | null; readonly message: string }

const sections = [
  { opens: '<![CDATA[', closes: ']]>' },
  { opens: '<!--', closes: '-->' },
  { opens: '<?', closes: '?>' },
] as const

/** Errors the parser must not see, since it would take too long or take too much for granted. */
export function findXmlError(xml: string): XmlError | null {
  let depth = 0
  for (let at = xml.indexOf('<'); at >= 0; ) {
    const section = sections.find(({ opens }) => xml.startsWith(opens, at))
    let end: number
    if (section) {
      end = xml.indexOf(section.closes, at + section.opens.length)
      if (end < 0) return { at, message: `The XML is broken here. ${section.opens} is not closed.` }
      end += section.closes.length
    } else if (xml.startsWith('<!', at)) {
      const message = 'This file declares a document type, which an export of Moodle never does.'
      return { at: null, message }
    } else {
      end = findTagEnd(xml, at)
      if (end < 0)
        return { at, message: 'The XML is broken here. A tag is not closed, or too long.' }
      if (xml[at + 1] === '/') depth -= 1
      else if (xml[end - 2] !== '/') depth += 1
      if (depth > maxDepth) return { at, message: 'The tags are nested too deeply here.' }
    }
    at = xml.indexOf('<', end)
  }
  return null
}

/** The place behind its `>`, which may stand in a value, too; -1 if there is none near. */
function findTagEnd(xml: string, from: number): number {
  let quote = ''
  for (let at = from; at < Math.min(xml.length, from + maxTagLength); at += 1) {
    const character = xml[at] ?? ''
    if (quote !== '') quote = character === quote ? '' : quote
    else if (character === '"' || character === "'") quote = character
    else if (character === '>') return at + 1
  }
  return -1
}
