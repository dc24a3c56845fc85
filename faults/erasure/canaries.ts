import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** A word that occurs nowhere else, by the field it was typed into. */
export type Canaries = Readonly<Record<string, string>>

/** Lower-case letters and digits, so that cleaning the field does not change the word. */
export function createCanaries<const Field extends string>(fields: readonly Field[]) {
  const words = fields.map((field) => [field, `q${randomBytes(9).toString('hex')}z`] as const)
  return Object.fromEntries(words) as Record<Field, string>
}

/** A place where a word was found: a file, the field it came from, and how it is written there. */
export type Trace = string

/**
 * Searches every byte of every file below the folder; a file that disappears during the search has
 * no traces.
 */
export function findTraces(folder: string, canaries: Canaries): Trace[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap(({ parentPath, name }) => {
      const path = join(parentPath, name)
      return findTracesIn(readIfThere(path), canaries).map(
        (trace) => `${relative(folder, path)}: ${trace}`,
      )
    })
}

export function findTracesIn(bytes: Buffer, canaries: Canaries): Trace[] {
  // An email may break a line in the middle of a word.
  const unfolded = Buffer.from(bytes.toString('latin1').replace(/=\r?\n|\r?\n/g, ''), 'latin1')
  return Object.entries(canaries).flatMap(([field, word]) =>
    Object.entries(encodeVariants(word))
      .filter(([, form]) => unfolded.includes(form) || bytes.includes(form))
      .map(([form]) => `${field} as ${form}`),
  )
}

function encodeVariants(word: string): Readonly<Record<string, Buffer>> {
  const encodeBase64At = (offset: number) => {
    const padded = Buffer.from('\0'.repeat(offset) + word).toString('base64')
    // The first and last characters depend on what is beside the word.
    return Buffer.from(padded.slice(offset === 0 ? 0 : 4, -4))
  }
  return {
    text: Buffer.from(word),
    capitals: Buffer.from(word.toUpperCase()),
    'UTF-16': Buffer.from(word, 'utf16le'),
    hex: Buffer.from(Buffer.from(word).toString('hex')),
    base64: encodeBase64At(0),
    'base64, shifted by one': encodeBase64At(1),
    'base64, shifted by two': encodeBase64At(2),
  }
}

function readIfThere(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch {
    return Buffer.alloc(0)
  }
}
