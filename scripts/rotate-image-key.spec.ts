import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { acquireInstanceLock } from '#server/database/instance-lock.ts'
import { parseBucketUrl } from '#server/platform/images/bucket-url.ts'
import { createImageBucket } from '#server/platform/images/image-bucket.ts'
import {
  type KeyRing,
  parseKeyRing,
  readImageKeys,
  writeImageKeyFile,
} from '#server/platform/images/image-encryption.ts'
import { createImageFolder } from '#server/platform/images/image-files.ts'
import { openImageStore } from '#server/platform/images/image-store.ts'
import { startS3Server } from '#test/s3-server.ts'
import { rotateImageKey } from './rotate-image-key.ts'

const run = promisify(execFile)
const first = Buffer.alloc(32, 1)
const card = Buffer.from('an identity card')
const ids = ['one', 'two', 'three']

let dataDir: string
const imagesFolder = () => join(dataDir, 'images')
const files = () => createImageFolder(imagesFolder())
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'rotate-'))
  await writeImageKeyFile(dataDir, [first])
  const images = await open([first])
  for (const id of ids) await images.saveEncrypted(id, card)
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const open = (keys: KeyRing) => openImageStore({ files: files(), keys })
const rotate = (setting?: string) => rotateImageKey({ dataDir, files: files(), setting })
const readKeys = () => readImageKeys({ dataDir, files: files(), setting: undefined })
const runScript = (env: object = {}, ...args: string[]) =>
  run(process.execPath, [join(import.meta.dirname, 'rotate-image-key.ts'), '--yes', ...args], {
    env: { ...process.env, DATA_DIR: dataDir, ...env },
  })

async function expectDecryptable(keys: KeyRing) {
  const images = await open(keys)
  for (const id of ids) expect(await images.loadEncrypted(id)).toEqual(card)
}

it('encrypts every picture with a new key and deletes the old one', async () => {
  expect(await rotate()).toEqual({ done: 3, failed: [] })
  const keys = await readKeys()
  expect(keys).toHaveLength(1)
  expect(keys[0].equals(first)).toBe(false)
  await expectDecryptable(keys)
  await expect((await open([first])).loadEncrypted('one')).rejects.toThrow('does not open')
})

it('continues with the same new key after it was killed, at whichever picture', async () => {
  const newest = Buffer.alloc(32, 2)
  await writeImageKeyFile(dataDir, [newest, first])
  await (await open([newest])).saveEncrypted('two', card)
  await expectDecryptable(await readKeys())
  expect(await rotate()).toEqual({ done: 2, failed: [] })
  expect(await readKeys()).toEqual([newest])
  await expectDecryptable([newest])
})

it('keeps the old keys while no key decrypts a picture', async () => {
  writeFileSync(join(imagesFolder(), 'two.sealed'), 'spoilt')
  expect(await rotate()).toEqual({ done: 2, failed: ['two.sealed'] })
  expect(await readKeys()).toHaveLength(2)
})

it('encrypts pictures in a bucket, too', async () => {
  const s3 = await startS3Server()
  const bucket = createImageBucket(parseBucketUrl(s3.imagesUrl))
  const images = await openImageStore({ files: bucket, keys: [first] })
  for (const id of ids) await images.saveEncrypted(id, card)
  const env = { IMAGES_URL: s3.imagesUrl }
  expect(await runScript(env)).toEqual({ stdout: 'Sealed with the new key: 3.\n', stderr: '' })
  const later = await openImageStore({ files: bucket, keys: await readKeys() })
  for (const id of ids) expect(await later.loadEncrypted(id)).toEqual(card)
  await s3.close()
})

it('keeps the key where there is no picture, as the folder may be the wrong one', async () => {
  rmSync(imagesFolder(), { recursive: true })
  await expect(rotate()).rejects.toThrow(`There are no identity pictures in ${imagesFolder()}.`)
  expect(await readKeys()).toEqual([first])
})

it('takes the keys from IMAGE_KEY where that is set, and leaves the file alone', async () => {
  const newest = Buffer.alloc(32, 3)
  const before = readFileSync(join(dataDir, 'image.key'))
  const setting = `${newest.toString('hex')},${first.toString('hex')}`
  expect(await rotate(setting)).toEqual({ done: 3, failed: [] })
  await expectDecryptable(parseKeyRing(newest.toString('hex'), 'IMAGE_KEY'))
  expect(readFileSync(join(dataDir, 'image.key'))).toEqual(before)
  await expect(rotate(first.toString('hex'))).rejects.toThrow('a new key before the old one')
})

it('refuses to run while a server is running', async () => {
  const releaseLock = acquireInstanceLock(dataDir)
  await expect(runScript()).rejects.toMatchObject({
    stderr: expect.stringContaining('Stop it first.'),
  })
  releaseLock?.()
  const postgres = { DATABASE_URL: 'postgres://a@b/c' }
  await expect(runScript(postgres)).rejects.toMatchObject({
    stderr: expect.stringContaining('--servers-are-stopped'),
  })
  expect((await runScript()).stdout).toBe('Sealed with the new key: 3.\n')
  await expectDecryptable(await readKeys())
})
