import { createHash } from 'node:crypto'
import { toBatches } from '#server/database/database.ts'
import type { ImageFiles } from '#server/platform/images/image-files.ts'

type MoveImagesInput = {
  readonly from: ImageFiles
  readonly to: ImageFiles
  /** An image that is there already with other bytes is replaced, not reported. */
  readonly overwrite: boolean
  /** Each only once its copy was read back and is the same. */
  readonly removeOriginals: boolean
  /** Takes one line about the progress. */
  readonly print: (line: string) => void
}

export type MovedImages = {
  readonly images: number
  readonly bytes: number
  /** Those of the images that an earlier run had copied. */
  readonly found: number
  readonly removed: number
  /** The same for the same images with the same bytes, in whatever order. */
  readonly checksum: string
}

const atOnce = 8
const printEveryMs = 2_000

/**
 * Copies all images, encrypted ones as they are, and reads each copy back. What an earlier run has
 * copied is compared and left alone, so a run that failed or was killed is simply repeated.
 * @throws unless all of them are there afterwards, byte for byte; then no original is removed.
 */
export async function moveImages(input: MoveImagesInput): Promise<MovedImages> {
  const { from, to, overwrite, removeOriginals, print } = input
  const names = (await from.list()).map(({ name }) => name)
  const existing = new Set((await to.list()).map(({ name }) => name))
  const [source, copy] = [new Fingerprint(), new Fingerprint()]
  const different: string[] = []
  let found = 0
  let printedAt = performance.now()

  const copyImage = async (name: string) => {
    const bytes = await from.read(name)
    if (!bytes) throw new Error(`${name} has gone from ${from.place}. Is a server still running?`)
    source.add(name, bytes)
    const before = existing.has(name) ? await to.read(name) : null
    if (before?.equals(bytes)) {
      found += 1
      return copy.add(name, before)
    }
    if (before && !overwrite) return void different.push(name)
    await to.write(name, bytes)
    const written = await to.read(name)
    if (!written?.equals(bytes)) throw new Error(`${name} did not arrive whole in ${to.place}.`)
    copy.add(name, written)
  }

  for (const batch of toBatches(names, atOnce)) {
    await Promise.all(batch.map(copyImage))
    if (performance.now() - printedAt < printEveryMs) continue
    print(`${format(source.count)} of ${format(names.length)} images …`)
    printedAt = performance.now()
  }
  if (different.length > 0) throw createDifferenceError(different, input)
  const listed = new Set((await to.list()).map(({ name }) => name))
  const missing = names.filter((name) => !listed.has(name))
  if (missing.length > 0 || !source.equals(copy)) {
    throw new Error(
      `${source} in ${from.place}, but ${copy} in ${to.place}, and ${missing.length} are not listed there. Nothing was removed.`,
    )
  }
  let removed = 0
  for (const batch of removeOriginals ? toBatches(names, atOnce) : []) {
    await from.remove(batch)
    removed += batch.length
  }
  const { count: images, bytes, checksum } = copy
  return { images, bytes, found, removed, checksum }
}

function createDifferenceError(names: readonly string[], { from, to }: MoveImagesInput): Error {
  const shown = names.slice(0, 5).join(', ')
  return new Error(
    `${format(names.length)} images are in ${to.place} already, and are not the same as in ${from.place}: ${shown}${names.length > 5 ? ' …' : ''}. These were left as they are, the others are copied, and nothing was removed. If those in ${from.place} are the right ones, add --overwrite.`,
  )
}

/** Number, size and a sum of hashes, which depends on no order. */
class Fingerprint {
  count = 0
  bytes = 0
  #sum = 0n

  add(name: string, bytes: Buffer) {
    const hash = createHash('sha256').update(`${name}\n`).update(bytes).digest('hex')
    this.count += 1
    this.bytes += bytes.length
    this.#sum = (this.#sum + BigInt(`0x${hash.slice(0, 32)}`)) % 2n ** 128n
  }

  get checksum(): string {
    return this.#sum.toString(16).padStart(32, '0')
  }

  equals(other: Fingerprint): boolean {
    return this.toString() === other.toString()
  }

  toString(): string {
    return `${format(this.count)} images of ${format(this.bytes)} bytes (checksum ${this.checksum})`
  }
}

function format(count: number): string {
  return count.toLocaleString('en-US')
}
