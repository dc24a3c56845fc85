import { lossCauses } from '#core/questions/formats/loss-causes.ts'

/** Those attributes of a tag that say something about its words. */
export type TagAttributes = Readonly<Record<string, string | undefined>>

const lostByTag: Readonly<Record<string, string>> = {
  ...toEntries(['b', 'strong', 'i', 'em', 'u', 'ins', 'mark', 'font'], lossCauses.emphasis),
  ...toEntries(['s', 'strike', 'del'], lossCauses.strike),
  ...toEntries(['audio', 'video', 'iframe', 'object', 'embed'], lossCauses.media),
  math: lossCauses.formulas,
}

function toEntries(names: readonly string[], cause: string) {
  return Object.fromEntries(names.map((name) => [name, cause]))
}

/** Nobody writes a longer one, and some expressions here read it more than once. */
export const maxStyleLength = 1000

/** The losses when a tag becomes plain text, by its name and by its style. */
export function findTagLosses(name: string, { style = '' }: TagAttributes): string[] {
  const byTag = lostByTag[name]
  const rules = style.slice(0, maxStyleLength).toLowerCase()
  // Text pasted from Google Docs stands in tags that say bold, and styles that take it back.
  const isReset = /font-(?:weight|style)\s*:\s*(?:normal|[1-4]00)/.test(rules)
  return [
    ...(byTag && !(isReset && byTag === lossCauses.emphasis) ? [byTag] : []),
    ...(/text-decoration[^;]*line-through/.test(rules) ? [lossCauses.strike] : []),
    ...(isMarkedByStyle(rules) && !isTablePart(name) ? [lossCauses.emphasis] : []),
  ]
}

function isTablePart(name: string): boolean {
  return /^(?:table|t[rhd]|col|thead|tbody)$/.test(name)
}

function isMarkedByStyle(rules: string): boolean {
  return (
    /text-decoration[^;]*underline|font-weight\s*:\s*(?:bold|[6-9]00)|font-style\s*:\s*(?:italic|oblique)/.test(
      rules,
    ) ||
    [...rules.matchAll(/(?:^|[;\s])(?:background(?:-color)?|color)\s*:([^;]*)/g)].some(isColoured)
  )
}

/** Editors write the black, white and grey of their own page into everything that is pasted. */
const minSaturation = 60
const greyNames =
  /^(?:black|white|(?:dark|light|dim|slate)?gr[ae]y|inherit|initial|unset|transparent|windowtext|currentcolor|none|var\(.*)?$/

function isColoured([, value = '']: RegExpMatchArray): boolean {
  const colour = value.replace('!important', '').trim()
  const hex = /^#([\da-f]{3}|[\da-f]{6})\b/.exec(colour)?.[1]
  const channels = hex
    ? (hex.match(hex.length === 3 ? /./g : /../g) ?? []).map((part) =>
        Number.parseInt(part.padEnd(2, part), 16),
      )
    : (/^rgba?\(([^)]*)\)/.exec(colour)?.[1]?.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number)
  if (channels.length === 3) return Math.max(...channels) - Math.min(...channels) > minSaturation
  return /^[a-z]+$/.test(colour) && !greyNames.test(colour)
}

/** Raised or lowered words, where an editor says so by style. */
export function findScript(name: string, { style = '' }: TagAttributes): 'sup' | 'sub' | null {
  if (name === 'sup' || name === 'sub') return name
  const align = /vertical-align\s*:\s*(super|sub)\b/i.exec(style.slice(0, maxStyleLength))?.[1]
  if (!align) return null
  return align.toLowerCase() === 'super' ? 'sup' : 'sub'
}

/** An address that stands in the words of its link is not lost. */
export function isAddressShown(href: string, words: string): boolean {
  const address = href.replace(/^(?:mailto:|tel:|https?:\/\/)/i, '').replace(/\/$/, '')
  return words.includes(address)
}
