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
import { readImageKeys } from './image-key.ts'
import { openImages } from './open-images.ts'
import { isSealedByNewest } from './seal.ts'

const key = Buffer.alloc(32, 7)
const png = Buffer.from('the bytes of a picture')
const freshFolder = () => mkdtempSync(join(tmpdir(), 'images-'))

async function open(folder = freshFolder()) {
  return { folder, images: await openImages({ folder, keys: [key] }) }
}

it('gives back what it keeps, and null for what it has not', async () => {
  const { images } = await open()
  await images.keep('a1', png)
  expect(await images.load('a1')).toEqual(png)
  expect(await images.load('a2')).toBe(null)
  expect(await images.loadSecret('a1')).toBe(null)
})

it('leaves nothing of a secret image readable on disk', async () => {
  const { folder, images } = await open()
  await images.keepSecret('front', png)
  expect(await images.loadSecret('front')).toEqual(png)
  expect(await images.load('front')).toBe(null)
  for (const name of readdirSync(folder)) {
    expect(readFileSync(join(folder, name)).includes('picture')).toBe(false)
    expect(statSync(join(folder, name)).mode & 0o077).toBe(0)
  }
})

it('seals the same image differently each time', async () => {
  const { folder, images } = await open()
  await images.keepSecret('one', png)
  const first = readFileSync(join(folder, 'one.sealed'))
  await images.keepSecret('one', png)
  expect(readFileSync(join(folder, 'one.sealed')).equals(first)).toBe(false)
})

it.each([0, 5, 20, 30, -1])('says so when byte %i of a secret image was changed', async (at) => {
  const { folder, images } = await open()
  await images.keepSecret('front', png)
  const sealed = readFileSync(join(folder, 'front.sealed'))
  const place = at < 0 ? sealed.length + at : at
  sealed[place] = (sealed[place] ?? 0) ^ 1
  writeFileSync(join(folder, 'front.sealed'), sealed)
  await expect(images.loadSecret('front')).rejects.toThrow('The sealed image front does not open')
})

it('does not open one image under the name of another, cut short, or with another key', async () => {
  const { folder, images } = await open()
  await images.keepSecret('asha', png)
  writeFileSync(join(folder, 'ravi.sealed'), readFileSync(join(folder, 'asha.sealed')))
  await expect(images.loadSecret('ravi')).rejects.toThrow('does not open')
  writeFileSync(join(folder, 'ravi.sealed'), Buffer.of(1, 2, 3))
  await expect(images.loadSecret('ravi')).rejects.toThrow('does not open')
  const other = await openImages({ folder, keys: [Buffer.alloc(32, 8)] })
  await expect(other.loadSecret('asha')).rejects.toThrow('another IMAGE_KEY')
})

it('opens what older keys and versions sealed, and says which key is the newest', async () => {
  const { folder, images } = await open()
  await images.keepSecret('by-old-key', png)
  const newest = Buffer.alloc(32, 9)
  // As format 1 was: no id of a key, and only the image's id bound in.
  const nonce = Buffer.alloc(12, 1)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from('image:format-1'))
  const body = Buffer.concat([cipher.update(png), cipher.final()])
  const old = Buffer.concat([Buffer.of(1), nonce, cipher.getAuthTag(), body])
  writeFileSync(join(folder, 'format-1.sealed'), old)
  const later = await openImages({ folder, keys: [newest, key] })
  expect(await later.loadSecret('by-old-key')).toEqual(png)
  expect(await later.loadSecret('format-1')).toEqual(png)
  await later.keepSecret('by-new-key', png)
  expect(isSealedByNewest([newest], readFileSync(join(folder, 'by-new-key.sealed')))).toBe(true)
  expect(isSealedByNewest([newest], readFileSync(join(folder, 'by-old-key.sealed')))).toBe(false)
  expect(isSealedByNewest([key], old)).toBe(false)
  await expect(images.loadSecret('by-new-key')).rejects.toThrow('another IMAGE_KEY')
})

it('takes several keys, the newest first', async () => {
  const older = Buffer.alloc(32, 8)
  const setting = `${key.toString('hex')}, ${older.toString('base64')}`
  expect(await keyIn(freshFolder(), setting)).toEqual([key, older])
})

it('removes for good, and twice is no error', async () => {
  const { folder, images } = await open()
  await images.keep('a1', png)
  await images.keepSecret('a1', png)
  await images.remove('a1')
  await images.remove('a1')
  expect(readdirSync(folder)).toEqual([])
})

it('never leaves its folder', async () => {
  const { images } = await open()
  for (const id of ['../key', 'a/b', '', '.', 'a'.repeat(65), 'a\0b']) {
    await expect(async () => images.keep(id, png)).rejects.toThrow('no file name')
    await expect(async () => images.load(id)).rejects.toThrow('no file name')
  }
})

it('clears away at start what a killed process left half written', async () => {
  const folder = freshFolder()
  writeFileSync(join(folder, '.old.tmp'), 'half')
  utimesSync(join(folder, '.old.tmp'), 1, 1)
  writeFileSync(join(folder, '.young.tmp'), 'half')
  await open(folder)
  expect(readdirSync(folder)).toEqual(['.young.tmp'])
})

const keyIn = (dataDir: string, setting?: string) =>
  readImageKeys({ setting, dataDir, imagesFolder: join(dataDir, 'images') })

it('makes a key once, for its own user only, and finds it again', async () => {
  const dataDir = freshFolder()
  const keys = await Promise.all([keyIn(dataDir), keyIn(dataDir), keyIn(dataDir)])
  expect(new Set(keys.map(([made]) => made.toString('hex'))).size).toBe(1)
  expect(await keyIn(dataDir)).toEqual(keys[0])
  expect(statSync(join(dataDir, 'image.key')).mode & 0o777).toBe(0o600)
  expect(readdirSync(dataDir)).toEqual(['image.key'])
})

it('takes the key as hex or base64', async () => {
  const dataDir = freshFolder()
  expect(await keyIn(dataDir, key.toString('hex'))).toEqual([key])
  expect(await keyIn(dataDir, key.toString('base64'))).toEqual([key])
  expect(await keyIn(dataDir, key.toString('base64url'))).toEqual([key])
  expect(readdirSync(dataDir)).toEqual([])
})

it.each(['short', 'ab'.repeat(16), 'zz'.repeat(32), Buffer.alloc(33).toString('base64')])(
  'does not start with the key %s',
  async (setting) => {
    await expect(keyIn(freshFolder(), setting)).rejects.toThrow('IMAGE_KEY must hold 32 bytes')
  },
)

it('does not make a new key over images that need the old one', async () => {
  const dataDir = freshFolder()
  const { images } = await open(join(dataDir, 'images'))
  await images.keepSecret('front', png)
  await expect(keyIn(dataDir)).rejects.toThrow('Restore it from a backup')
})
