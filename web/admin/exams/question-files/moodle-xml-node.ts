import { decodeEntities, parseHtmlContent } from '#core/questions/formats/html-content.ts'
import type { PortablePicture } from '#core/questions/formats/portable-question.ts'

/** An element as the parser gives it: attributes with an @, text and CDATA under their own names. */
export type Node = { readonly [name: string]: unknown }

export function nodeOf(value: unknown): Node | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Node)
    : null
}

export function childrenOf(node: Node, name: string): readonly Node[] {
  const all = node[name]
  return Array.isArray(all) ? all.map((child) => nodeOf(child) ?? { '#text': child }) : []
}

/** What stands in an element, or in the `<text>` that Moodle puts into it. */
export function wordOf(value: unknown): string {
  if (typeof value === 'string') return decodeEntities(value)
  if (Array.isArray(value)) return value.map(wordOf).join('')
  const node = nodeOf(value)
  if (!node) return ''
  if (node.text !== undefined) return wordOf(node.text)
  const cdata = node['#cdata']
  if (cdata === undefined) return wordOf(node['#text'] ?? '')
  return Array.isArray(cdata) ? cdata.join('') : String(cdata)
}

export type Content = {
  readonly text: string
  readonly code: string | null
  readonly picture: PortablePicture | null
  readonly dropped: readonly string[]
}

/** The words, code and picture of a `<questiontext>` or an `<answer>`. */
export function contentOf(node: Node | null): Content {
  if (!node) return { text: '', code: null, picture: null, dropped: [] }
  const raw = wordOf(node)
  const format = String(node['@format'] ?? 'moodle_auto_format')
  const isPlain = format === 'plain_text' || format === 'markdown'
  const isPage = format === 'html' || /<[a-z][^<>]*>/i.test(raw)
  if (isPlain || !isPage) {
    const text = isPlain ? raw : decodeEntities(raw)
    return { text: text.trim(), code: null, picture: null, dropped: [] }
  }
  const { text, code, pictures } = parseHtmlContent(raw)
  const files = childrenOf(node, 'file')
  const fileAt = new Map(files.map((file) => [pathOf(file), file]))
  const shown = pictures.map((address) => ({ address, file: fileOf(address, fileAt) }))
  const kept = shown.map(pictureIn)
  const picture = kept.find((found) => found !== null) ?? null
  const shownFiles = new Set(shown.map(({ file }) => file))
  const unshown = files.filter((file) => !shownFiles.has(file))
  return {
    text,
    code,
    picture,
    dropped: [
      ...(kept.length > (picture ? 1 : 0) ? ['further pictures, or of a kind not known here'] : []),
      ...(unshown.length > 0 ? ['attached files'] : []),
    ],
  }
}

type Shown = { readonly address: string; readonly file: Node | undefined }

function pictureIn({ address, file }: Shown): PortablePicture | null {
  const inline = /^data:image\/[\w.+-]+;base64,(.*)$/s.exec(address)
  const base64 = (inline?.[1] ?? (file ? wordOf(file) : '')).replace(/\s+/g, '')
  const type = typeOf(base64)
  return type ? { type, base64 } : null
}

function pathOf(file: Node): string {
  return `${String(file['@path'] ?? '/')}${decodeEntities(String(file['@name'] ?? ''))}`
}

function fileOf(address: string, fileAt: ReadonlyMap<string, Node>): Node | undefined {
  const name = /^@@PLUGINFILE@@\/(.*)$/.exec(address)?.[1]?.split('?')[0]
  if (name === undefined) return undefined
  return [name, decodedUri(name)]
    .flatMap((asked) => [`/${asked}`, asked])
    .map((path) => fileAt.get(path))
    .find((file) => file !== undefined)
}

function decodedUri(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** By its first bytes, as they look in base64. */
function typeOf(base64: string): string | null {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return null
  if (base64.startsWith('iVBORw0KGgo')) return 'image/png'
  if (base64.startsWith('/9j/')) return 'image/jpeg'
  return base64.startsWith('UklGR') ? 'image/webp' : null
}
