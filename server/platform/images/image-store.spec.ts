import { createCipheriv } from 'node:crypto'
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isEncryptedWithNewest, readImageKeys } from './image-encryption.ts'
import { createImageFolder } from './image-files.ts'
import { openImageStore } from './image-store.ts'

const key = Buffer.alloc(32, 7)
const png = Buffer.from('the bytes of a picture')
const createFolder = () => mkdtempSync(join(tmpdir(), 'images-'))

async function openStore(folder = createFolder()) {
  return { folder, images: await openImageStore({ files: createImageFolder(folder), keys: [key] }) }
}

it('returns a stored image, and null for a missing one', async () => {
  const { images } = await openStore()
  await images.save('a1', png)
  expect(await images.load('a1')).toEqual(png)
  expect(await images.load('a2')).toBe(null)
  expect(await images.loadEncrypted('a1')).toBe(null)
})

it('leaves nothing of a secret image readable on disk', async () => {
  const { folder, images } = await openStore()
  await images.saveEncrypted('front', png)
  expect(await images.loadEncrypted('front')).toEqual(png)
  expect(await images.load('front')).toBe(null)
  for (const name of readdirSync(folder)) {
    expect(readFileSync(join(folder, name)).includes('picture')).toBe(false)
    expect(statSync(join(folder, name)).mode & 0o077).toBe(0)
  }
})

it('seals the same image differently each time', async () => {
  const { folder, images } = await openStore()
  await images.saveEncrypted('one', png)
  const first = readFileSync(join(folder, 'one.sealed'))
  await images.saveEncrypted('one', png)
  expect(readFileSync(join(folder, 'one.sealed')).equals(first)).toBe(false)
})

it.each([0, 5, 20, 30, -1])('detects a change of byte %i of a secret image', async (at) => {
  const { folder, images } = await openStore()
  await images.saveEncrypted('front', png)
  const encrypted = readFileSync(join(folder, 'front.sealed'))
  const place = at < 0 ? encrypted.length + at : at
  encrypted[place] = (encrypted[place] ?? 0) ^ 1
  writeFileSync(join(folder, 'front.sealed'), encrypted)
  await expect(images.loadEncrypted('front')).rejects.toThrow(
    'The sealed image front does not open',
  )
})

it('does not open one image under the name of another, cut short, or with another key', async () => {
  const { folder, images } = await openStore()
  await images.saveEncrypted('asha', png)
  writeFileSync(join(folder, 'ravi.sealed'), readFileSync(join(folder, 'asha.sealed')))
  await expect(images.loadEncrypted('ravi')).rejects.toThrow('does not open')
  writeFileSync(join(folder, 'ravi.sealed'), Buffer.of(1, 2, 3))
  await expect(images.loadEncrypted('ravi')).rejects.toThrow('does not open')
  const other = await openImageStore({
    files: createImageFolder(folder),
    keys: [Buffer.alloc(32, 8)],
  })
  await expect(other.loadEncrypted('asha')).rejects.toThrow('another IMAGE_KEY')
})

it('opens images sealed by older keys and versions, and recognises the newest key', async () => {
  const { folder, images } = await openStore()
  await images.saveEncrypted('by-old-key', png)
  const newest = Buffer.alloc(32, 9)
  // As format 1 was: no id of a key, and only the image's id bound in.
  const nonce = Buffer.alloc(12, 1)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from('image:format-1'))
  const body = Buffer.concat([cipher.update(png), cipher.final()])
  const old = Buffer.concat([Buffer.of(1), nonce, cipher.getAuthTag(), body])
  writeFileSync(join(folder, 'format-1.sealed'), old)
  const later = await openImageStore({
    files: createImageFolder(folder),
    keys: [newest, key],
  })
  expect(await later.loadEncrypted('by-old-key')).toEqual(png)
  expect(await later.loadEncrypted('format-1')).toEqual(png)
  await later.saveEncrypted('by-new-key', png)
  expect(isEncryptedWithNewest([newest], readFileSync(join(folder, 'by-new-key.sealed')))).toBe(
    true,
  )
  expect(isEncryptedWithNewest([newest], readFileSync(join(folder, 'by-old-key.sealed')))).toBe(
    false,
  )
  expect(isEncryptedWithNewest([key], old)).toBe(false)
  await expect(images.loadEncrypted('by-new-key')).rejects.toThrow('another IMAGE_KEY')
})

it('accepts several keys, the newest first', async () => {
  const older = Buffer.alloc(32, 8)
  const setting = `${key.toString('hex')}, ${older.toString('base64')}`
  expect(await readKeys(createFolder(), setting)).toEqual([key, older])
})

it('removes an image, and removing it twice is no error', async () => {
  const { folder, images } = await openStore()
  await images.save('a1', png)
  await images.saveEncrypted('a1', png)
  await images.remove('a1')
  await images.remove('a1')
  expect(readdirSync(folder)).toEqual([])
})

it('never leaves its folder', async () => {
  const { images } = await openStore()
  for (const id of ['../key', 'a/b', '', '.', 'a'.repeat(65), 'a\0b']) {
    await expect(async () => images.save(id, png)).rejects.toThrow('no file name')
    await expect(async () => images.load(id)).rejects.toThrow('no file name')
  }
})

it('removes temporary files of a killed process when it starts', async () => {
  const folder = createFolder()
  writeFileSync(join(folder, '.old.tmp'), 'half')
  utimesSync(join(folder, '.old.tmp'), 1, 1)
  writeFileSync(join(folder, '.young.tmp'), 'half')
  await openStore(folder)
  expect(readdirSync(folder)).toEqual(['.young.tmp'])
})

const readKeys = (dataDir: string, setting?: string) =>
  readImageKeys({ setting, dataDir, files: createImageFolder(join(dataDir, 'images')) })

it('makes a key once, for its own user only, and finds it again', async () => {
  const dataDir = createFolder()
  const keys = await Promise.all([readKeys(dataDir), readKeys(dataDir), readKeys(dataDir)])
  expect(new Set(keys.map(([made]) => made.toString('hex'))).size).toBe(1)
  expect(await readKeys(dataDir)).toEqual(keys[0])
  expect(statSync(join(dataDir, 'image.key')).mode & 0o777).toBe(0o600)
  expect(readdirSync(dataDir)).toEqual(['image.key'])
})

it('accepts a key as hex or base64', async () => {
  const dataDir = createFolder()
  expect(await readKeys(dataDir, key.toString('hex'))).toEqual([key])
  expect(await readKeys(dataDir, key.toString('base64'))).toEqual([key])
  expect(await readKeys(dataDir, key.toString('base64url'))).toEqual([key])
  expect(readdirSync(dataDir)).toEqual([])
})

it.each(['short', 'ab'.repeat(16), 'zz'.repeat(32), Buffer.alloc(33).toString('base64')])(
  'does not start with the key %s',
  async (setting) => {
    await expect(readKeys(createFolder(), setting)).rejects.toThrow('IMAGE_KEY must hold 32 bytes')
  },
)

it('does not make a new key over images that need the old one', async () => {
  const dataDir = createFolder()
  const { images } = await openStore(join(dataDir, 'images'))
  await images.saveEncrypted('front', png)
  await expect(readKeys(dataDir)).rejects.toThrow('Restore it from a backup')
})
