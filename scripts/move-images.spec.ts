import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { acquireInstanceLock } from '#server/database/instance-lock.ts'
import { parseBucketUrl } from '#server/platform/images/bucket-url.ts'
import { createImageBucket } from '#server/platform/images/image-bucket.ts'
import { createImageFolder, type ImageFiles } from '#server/platform/images/image-files.ts'
import { createS3Refusal, type S3Server, startS3Server } from '#test/s3-server.ts'
import { moveImages } from './move/move-images.ts'

// Some specs start processes, and the machine may be busy.
vi.setConfig({ testTimeout: 60_000 })

let s3: S3Server
beforeAll(async () => {
  s3 = await startS3Server()
})
afterAll(() => s3.close())

let dataDir: string
let folder: ImageFiles
let bucket: ImageFiles
const names = Array.from({ length: 20 }, (_, index) => `id${index}.${index % 2 ? 'sealed' : 'png'}`)
beforeEach(async () => {
  s3.reset()
  dataDir = mkdtempSync(join(tmpdir(), 'move-images-'))
  folder = createImageFolder(join(dataDir, 'images'))
  bucket = createImageBucket(parseBucketUrl(s3.imagesUrl))
  await folder.open()
  for (const name of names) await folder.write(name, Buffer.from(`the bytes of ${name}`))
  writeFileSync(join(dataDir, 'images', 'notes.txt'), 'of somebody')
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const listFolder = () => readdirSync(join(dataDir, 'images')).toSorted()
const everything = [...names, 'notes.txt'].toSorted()
const move = (change: Partial<Parameters<typeof moveImages>[0]> = {}) =>
  moveImages({
    from: folder,
    to: bucket,
    overwrite: false,
    removeOriginals: false,
    print: () => {},
    ...change,
  })
const run = (args: readonly string[] = [], settings: Record<string, string> = {}) =>
  new Promise<{ code: number | null; text: string }>((resolve) => {
    const env = { PATH: process.env.PATH, DATA_DIR: dataDir, IMAGES_URL: s3.imagesUrl, ...settings }
    const script = join(import.meta.dirname, 'move-images.ts')
    const child = execFile(process.execPath, [script, ...args], { env }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode, text: stdout + stderr }),
    )
  })

it('copies a folder into the bucket and back, and reports it', async () => {
  const there = await run()
  expect(there.text.replaceAll(/127\.0\.0\.1:\d+/g, 'host')).toBe(
    `20 images (0.0 MB) are in s3://host/academy, byte for byte as in ${dataDir}/images: 20 were copied and read back, 0 had been copied before. Checksum of both: ${/[0-9a-f]{32}/.exec(there.text)?.[0]}.
Start the server with IMAGES_URL as it is now; keys stay where they are.
The originals are still in ${dataDir}/images, and people who are erased from now on stay in them: once you trust the copy, run this again with --remove-originals.
`,
  )
  expect(there).toMatchObject({ code: 0, text: expect.not.stringContaining('S3RVER') })
  expect(s3.list()).toEqual(names.toSorted())
  expect(listFolder()).toEqual(everything)

  const removed = await run(['--remove-originals', '--yes'])
  expect(removed.text).toContain('0 were copied and read back, 20 had been copied before')
  expect(removed.text).toContain(`The originals were removed from ${dataDir}/images.`)
  expect(listFolder()).toEqual(['notes.txt'])

  const again = join(dataDir, 'again')
  const back = await run(['--back', '--folder', again, '--remove-originals', '--yes'])
  expect(back).toMatchObject({ code: 0, text: expect.stringContaining('with this folder') })
  for (const name of names) {
    expect(readFileSync(join(again, name), 'utf8')).toBe(`the bytes of ${name}`)
    expect(statSync(join(again, name)).mode & 0o077).toBe(0)
  }
  expect(s3.list()).toEqual([])
})

it.each([
  { place: 'the bucket', isBack: false },
  { place: 'the folder', isBack: true },
])('can be run again after a failure, into $place', async ({ isBack }) => {
  if (isBack) {
    await move({ removeOriginals: true })
    s3.calls.length = 0
  }
  const direction = isBack ? { from: bucket, to: folder } : {}
  const method = isBack ? 'GET' : 'PUT'
  let left = 12
  s3.getFault = (call) =>
    call.method === method && left-- <= 0 ? createS3Refusal(403, 'AccessDenied') : null
  const failing = move({ ...direction, removeOriginals: true })
  await expect(failing).rejects.toThrow(`answers 403 AccessDenied to ${method}`)
  // Nothing of either place is lost.
  const copied = isBack ? listFolder().length - 1 : s3.list().length
  expect(copied).toBeGreaterThan(0)
  expect(isBack ? s3.list() : listFolder()).toEqual(isBack ? names.toSorted() : everything)
  s3.getFault = () => null
  const moved = await move({ ...direction, removeOriginals: true })
  expect(moved).toMatchObject({ images: 20, removed: 20 })
  expect(moved.found).toBeGreaterThan(0)
  expect(isBack ? listFolder() : s3.list()).toEqual(isBack ? everything : names.toSorted())
})

it('keeps the original of a copy that reads back differently', async () => {
  const read = async (name: string) => {
    const bytes = await bucket.read(name)
    return name === 'id7.sealed' && bytes ? Buffer.concat([bytes, Buffer.from('x')]) : bytes
  }
  const failing = move({ to: { ...bucket, read }, removeOriginals: true })
  await expect(failing).rejects.toThrow(/^id7\.sealed did not arrive whole in s3:/)
  expect(listFolder()).toEqual(everything)
})

it('keeps the original of a copy that the other place does not list', async () => {
  const list = async () => (await bucket.list()).filter(({ name }) => name !== 'id7.sealed')
  const failing = move({ to: { ...bucket, list }, removeOriginals: true })
  await expect(failing).rejects.toThrow(/1 are not listed there\. Nothing was removed\./)
  expect(listFolder()).toEqual(everything)
})

it('does not overwrite a file with other bytes unless asked to', async () => {
  await bucket.write('id3.sealed', Buffer.from('with a newer key'))
  await bucket.write('other.png', Buffer.from('not in the folder'))
  await expect(move({ removeOriginals: true })).rejects.toThrow(
    /^1 images are in s3:.* not the same as in .*: id3\.sealed\. .* add --overwrite\.$/,
  )
  expect(s3.read('id3.sealed').toString()).toBe('with a newer key')
  expect(s3.list()).toHaveLength(21)
  expect(listFolder()).toEqual(everything)
  expect(await move({ overwrite: true })).toMatchObject({ images: 20, found: 19, removed: 0 })
  expect(s3.read('id3.sealed').toString()).toBe('the bytes of id3.sealed')
})

it('refuses to run beside a running server, or without a bucket', async () => {
  expect((await run([], { IMAGES_URL: '' })).text).toContain('Set IMAGES_URL to the bucket')
  const postgres = { DATABASE_URL: 'postgres://a@b/c' }
  expect((await run([], postgres)).text).toContain('--servers-are-stopped')
  const releaseLock = acquireInstanceLock(dataDir)
  expect(await run()).toMatchObject({ code: 1, text: expect.stringContaining('Stop it first.') })
  releaseLock?.()
  expect(s3.list()).toEqual([])
  expect((await run(['--folder', join(dataDir, 'none')])).text).toContain('There are no images in')
})
