import { createRequire } from 'node:module'
import { parseSync } from 'vite'
import { readDeclarations } from './style-rules.ts'

const require = createRequire(import.meta.url)

/** A feature: what supports it is in `__compat`, and parts of it are beside that. */
type Feature = Readonly<Record<string, unknown>>
type Features = Readonly<Record<string, Feature>>

/** MDN's data of each browser, 20 MB of it: a part of no build. */
const data: {
  readonly api: Features
  readonly javascript: { readonly builtins: Features }
  readonly html: { readonly elements: Features; readonly global_attributes: Feature }
  readonly css: Readonly<Record<'properties' | 'selectors' | 'at-rules' | 'types', Features>>
} = require('@mdn/browser-compat-data')

/** The oldest versions that shall do. */
export type Floor = Readonly<Record<'chrome' | 'firefox' | 'safari', number>>

/** Interfaces of the page whose members we call on elements, requests and files. */
const ourInterfaces =
  /^(HTML\w*Element|SVGElement|Element|Document|DocumentFragment|Node|NodeList|Event|EventTarget|Window|Navigator|URL|URLSearchParams|AbortSignal|AbortController|Blob|File|FileList|FormData|Headers|Request|Response|ReadableStream|Storage|Crypto|SubtleCrypto|Performance|Range|Selection|DOMTokenList|DOMRect|Promise|Array|String|Set|Map|Iterator|RegExp|Object|Number|Math|JSON|TypedArray|Uint8Array|ArrayBuffer|IDB\w+|ImageData|CanvasRenderingContext2D)$/

type Members = {
  /** `URL.parse`, `Map.groupBy`. */
  readonly statics: ReadonlySet<string>
  /** Those of all interfaces that have one of this name. */
  readonly methods: ReadonlySet<string>
  readonly globals: ReadonlySet<string>
  readonly attributes: ReadonlySet<string>
}

const knownMembers = new Map<Floor, Members>()

/** Everything of the language and of the page that a browser at this floor need not have. */
function listMembersAbove(floor: Floor): Members {
  const known = knownMembers.get(floor)
  if (known) return known
  const statics = new Set<string>()
  const globals = new Set<string>()
  const isOld = new Map<string, { isOurs: boolean; isAbove: boolean }>()
  for (const [owner, node] of Object.entries({ ...data.api, ...data.javascript.builtins })) {
    if (isAbove(node, floor)) globals.add(owner)
    for (const [key, member] of Object.entries(node)) {
      if (
        key === '__compat' ||
        key === owner ||
        typeof member !== 'object' ||
        !('__compat' in (member as object))
      )
        continue
      const name = key.replace(/_static$/, '')
      const isNew = isAbove(member, floor)
      if (isNew && (key !== name || /^[A-Z]/.test(owner))) statics.add(`${owner}.${name}`)
      if (key !== name) continue
      const before = isOld.get(name) ?? { isOurs: false, isAbove: true }
      isOld.set(name, {
        isOurs: before.isOurs || (isNew && ourInterfaces.test(owner)),
        isAbove: before.isAbove && isNew,
      })
    }
  }
  const methods = [...isOld].flatMap(([name, { isOurs, isAbove }]) =>
    isOurs && isAbove ? [name] : [],
  )
  const members = { statics, methods: new Set(methods), globals, attributes: listAttributes(floor) }
  knownMembers.set(floor, members)
  return members
}

/** An attribute that any element has had for long is none of them. */
function listAttributes(floor: Floor): ReadonlySet<string> {
  const { elements, global_attributes: global } = data.html
  const all = [global, ...Object.values(elements)].flatMap((owner) => Object.entries(owner))
  const isKnown = new Map<string, boolean>()
  for (const [name, node] of all) isKnown.set(name, isKnown.get(name) || !isAbove(node, floor))
  return new Set([...isKnown].flatMap(([name, known]) => (known ? [] : [name])))
}

type Node = Readonly<Record<string, unknown>> & { readonly type: string }

/**
 * Finds features that a script calls, reads as a global or sets and that a browser at this floor
 * need not have.
 */
export function findCallsAbove(path: string, code: string, floor: Floor): string[] {
  const above = listMembersAbove(floor)
  const found = new Set<string>()
  const searches = new Set(
    [...code.matchAll(/(\w+) = new URLSearchParams/g)].map(([, name]) => name),
  )
  const visit = (node: Node, parent: Node | null, key: string) => {
    const name = describe(node, parent, key)
    if (name) found.add(name)
    for (const [childKey, child] of Object.entries(node)) {
      for (const one of [child].flat())
        if (typeof one === 'object' && one !== null && 'type' in one)
          visit(one as Node, node, childKey)
    }
  }
  const describe = (node: Node, parent: Node | null, key: string): string | null => {
    if (node.type === 'MemberExpression') {
      const property = readName(node.property)
      const owner = readName(node.object)
      if (property === null) return null
      if (above.statics.has(`${owner}.${property}`)) return `${owner}.${property}`
      if (owner && searches.has(owner) && property === 'size') return 'URLSearchParams.size'
      const isUsed = key === 'callee' || (parent?.type === 'AssignmentExpression' && key === 'left')
      if (isUsed && above.methods.has(property)) return `.${property}`
      if (isUsed && isIterator(node.object as Node) && arrayWords.test(property))
        return `iterator.${property}`
    }
    if (node.type === 'Identifier' && !/^(TS|Import|Export)/.test(parent?.type ?? '')) {
      const isReference =
        key === 'callee' || (key === 'object' && above.globals.has(`${node.name}`))
      if (isReference && above.globals.has(`${node.name}`)) return `${node.name}`
    }
    if (node.type === 'PropertyDefinition' && node.value && floor.safari < 16) {
      const { start, end } = node.value as { start: number; end: number }
      // It loses the variables in them: webkit.org/b/236843.
      if (path.endsWith('.js') && code.slice(start, end).includes('('))
        return 'field with parentheses'
    }
    if (node.type === 'JSXAttribute') {
      const attribute = readName(node.name)?.toLowerCase()
      if (attribute && above.attributes.has(attribute)) return `${attribute}=`
    }
    if (node.type === 'Literal' || node.type === 'TemplateElement')
      return describeText(String(readPattern(node)), floor)
    return null
  }
  visit(parseSync(path, code).program as unknown as Node, null, '')
  return [...found]
}

const arrayWords = /^(map|filter|some|every|find|reduce|flatMap|forEach|take|drop|toArray)$/

/** `map.values()` and its like, which had no `map` and `filter` of their own before 2025. */
function isIterator(node: Node): boolean {
  if (node.type !== 'CallExpression') return false
  const callee = node.callee as Node
  const name = callee.type === 'MemberExpression' ? readName(callee.property) : null
  return /^(values|keys|entries|matchAll)$/.test(name ?? '') && readName(callee.object) !== 'Object'
}

function describeText(text: string, { safari }: Floor): string | null {
  // Safari reads none of the file that has one.
  return safari < 16.4 && /\(\?<[=!]/.test(text) ? 'lookbehind' : null
}

function readPattern(node: Node): unknown {
  if (node.type === 'TemplateElement') return (node.value as { raw: string }).raw
  return (node.regex as { pattern: string } | undefined)?.pattern ?? node.value
}

function readName(node: unknown): string | null {
  const { name, value } = (node ?? {}) as { name?: unknown; value?: unknown }
  return typeof name === 'string' ? name : typeof value === 'string' ? value : null
}

/** Both of any file. */
export function listAbove(path: string, code: string, floor: Floor): string[] {
  return path.endsWith('.css') ? findStylesAbove(code, floor) : findCallsAbove(path, code, floor)
}

/**
 * Finds features that a stylesheet uses outside of `@supports` and that a browser at this floor
 * need not have.
 */
export function findStylesAbove(css: string, floor: Floor): string[] {
  const found = new Set<string>()
  const check = (node: unknown, name: string) => {
    if (node && isAbove(node, floor)) found.add(name)
  }
  const { properties, selectors, 'at-rules': rules, types } = data.css
  const functions = new Map(listFunctions(types))
  for (const { atRule, selector, isNested, property, value } of readDeclarations(css)) {
    if (atRule) {
      const [, name = '', condition = ''] = /^@([\w-]+)([\s\S]*)/.exec(atRule) ?? []
      check(rules[name], `@${name}`)
      if (name === 'media' && /[<>]/.test(condition))
        check(rules.media?.range_syntax, '@media with < or >')
    }
    for (const [, name = ''] of selector?.matchAll(/::?([\w-]+)/g) ?? [])
      check(selectors[name], `:${name}`)
    if (isNested || selector?.includes('&')) check(selectors.nesting, 'nesting')
    if (!property || !value) continue
    const known = properties[property]
    check(known, property)
    for (const [, name = ''] of value.matchAll(/([a-z][\w-]*)\(/g))
      check(functions.get(name), `${name}()`)
    for (const [unit, key] of units)
      if (unit.test(value)) check(types.length?.[key], types.length?.[key] ? key : '')
  }
  return [...found]
}

const units = [
  [/\d[dsl]v(?:h|w|i|b|min|max)\b/, 'viewport_percentage_units_dynamic'],
  [/\dcq(?:h|w|i|b|min|max)\b/, 'container_query_length_units'],
  [/\dr?lh\b/, 'lh'],
] as const

/** Each function once, wherever the data has it. */
function listFunctions(node: object): [string, Feature][] {
  return Object.entries(node).flatMap(([name, child]) =>
    name === '__compat' || typeof child !== 'object'
      ? []
      : [...listFunctions(child), ...('__compat' in child ? [[name, child] as never] : [])],
  )
}

/** Whether a browser at this floor need not have it; what a minifier can prefix counts as had. */
function isAbove(node: unknown, floor: Floor): boolean {
  const { __compat: known } = node as { __compat?: { support: Features } }
  if (!known) return false
  return Object.entries(floor).some(([browser, version]) => {
    const statements: readonly Feature[] = [known.support[browser] ?? []].flat()
    return !statements.some(
      ({ flags, version_added: added, version_removed: removed, alternative_name: other }) =>
        !flags && !other && toNumber(added) <= version && (!removed || toNumber(removed) > version),
    )
  })
}

/** No number for one that is to come, or will not. */
function toNumber(version: unknown): number {
  return typeof version === 'string' ? Number.parseFloat(version.replace('≤', '')) : Number.NaN
}
