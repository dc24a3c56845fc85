import { randomBytes } from 'node:crypto'
import { link, mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder, temporaryName, writeAndSync } from '../durable-file.ts'
import { sealedSuffix } from './open-images.ts'

const keyBytes = 32
const fileName = 'image.key'

type Given = {
  /** IMAGE_KEY: 64 hex digits, or 32 bytes in base64. */
  readonly setting: string | undefined
  readonly dataDir: string
  readonly imagesFolder: string
}

/** The key of the identity images: as set, else made once and kept in the data folder. */
export async function readImageKey({ setting, dataDir, imagesFolder }: Given): Promise<Buffer> {
  if (setting) return parseImageKey(setting, 'IMAGE_KEY')
  const path = join(dataDir, fileName)
  const kept = await readFile(path, 'utf8').catch(nullIfMissing)
  if (kept !== null) return parseImageKey(kept, path)
  if (await hasSealed(imagesFolder)) {
    throw new Error(
      `${path} is missing, but ${imagesFolder} holds images sealed with it. Restore it from a backup, or set IMAGE_KEY.`,
    )
  }
  await mkdir(dataDir, { recursive: true })
  await keepFirst(dataDir, `${randomBytes(keyBytes).toString('hex')}\n`)
  return parseImageKey(await readFile(path, 'utf8'), path)
}

export function parseImageKey(text: string, source: string): Buffer {
  const trimmed = text.trim()
  const key = /^[0-9a-f]{64}$/i.test(trimmed)
    ? Buffer.from(trimmed, 'hex')
    : Buffer.from(trimmed, 'base64')
  if (key.length !== keyBytes || !/^[\w+/=-]+$/.test(trimmed)) {
    throw new Error(`${source} must hold 32 bytes: 64 hex digits, or 44 characters of base64.`)
  }
  return key
}

async function hasSealed(folder: string): Promise<boolean> {
  const names = (await readdir(folder).catch(nullIfMissing)) ?? []
  return names.some((name) => name.endsWith(sealedSuffix))
}

/** Of two processes that start at once the first one's key stays: a link never replaces. */
async function keepFirst(dataDir: string, text: string): Promise<void> {
  const temporary = join(dataDir, temporaryName(fileName))
  await writeAndSync(temporary, Buffer.from(text))
  try {
    await link(temporary, join(dataDir, fileName))
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    await rm(temporary, { force: true })
  }
  await syncFolder(dataDir)
}

function nullIfMissing(error: unknown): null {
  if (codeOf(error) === 'ENOENT') return null
  throw error
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
