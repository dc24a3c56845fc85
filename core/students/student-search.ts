import { buildSearchKey, splitSearch, toAddressKey } from '../text.ts'

/** A part of a search, to be found in a name, an address or, by its digits, a phone number. */
export type PersonSearchTerm = {
  readonly text: string
  /** The same in the form of an address, which may have accents. */
  readonly address: string
  /** Ways of writing the same number, each of which may be found; none if it is not a number. */
  readonly digits: readonly string[]
}

const phonePattern = /^[+(\d][\d+\-(). /]*$/
/** In digits, without country code and leading zero: what "+91" and "0" stand before. */
const nationalLength = 10

/** Every term has to be found, in any order; a phone number with spaces is one term. */
export function parsePersonSearch(search: string): PersonSearchTerm[] {
  const text = buildSearchKey(search)
  if (phonePattern.test(text)) return [{ text, address: text, digits: listNumberForms(text) }]
  const addresses = new Map(
    search.split(/\s+/u).map((word) => [buildSearchKey(word), toAddressKey(word)]),
  )
  return splitSearch(search).map((word) => ({
    text: word,
    address: addresses.get(word) ?? word,
    digits: listNumberForms(word),
  }))
}

function listNumberForms(text: string): string[] {
  if (!phonePattern.test(text)) return []
  const digits = toDigits(text)
  const national =
    digits.length < nationalLength ? [] : [digits.replace(/^0+/, ''), digits.slice(-nationalLength)]
  return [...new Set([digits, ...national])].filter((form) => form !== '')
}

export function toDigits(phone: string): string {
  return phone.replace(/\D/g, '')
}

/** In characters: an index of PostgreSQL holds some 2,700 bytes a row, the student's name included. */
const maxParentNameLength = 100

type Parent = { readonly fname: string; readonly fphone: string }

/** A parent's or guardian's name and phone number, in the form used for searching. */
export function buildParentKey({ fname, fphone }: Parent): string {
  return `${buildSearchKey(fname).slice(0, maxParentNameLength).toWellFormed()} ${toDigits(fphone)}`
}
