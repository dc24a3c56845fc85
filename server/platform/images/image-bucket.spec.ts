import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createS3Refusal, type S3Fault, type S3Server, startS3Server } from '#test/s3-server.ts'
import { findFreePort } from '#test/server-process.ts'
import { parseBucketUrl } from './bucket-url.ts'
import { createImageBucket } from './image-bucket.ts'
import { ImagesUnavailableError } from './image-files.ts'
import { openImageStore } from './image-store.ts'

type Options = Parameters<typeof createImageBucket>[1]

let s3: S3Server
beforeAll(async () => {
  s3 = await startS3Server()
})
beforeEach(() => s3.reset())
afterAll(() => s3.close())

const open = (url = s3.imagesUrl, options: Options = {}) =>
  createImageBucket(parseBucketUrl(url), { timing: { pauseMs: 5 }, ...options })
/** The fault meets the first calls of this method. */
function failFirst(times: number, method: string, fault: S3Fault) {
  let left = times
  s3.getFault = (call) => (call.method === method && left-- > 0 ? fault : null)
}
const countCalls = (method: string) => s3.calls.filter((call) => call.method === method).length
const secretive = (error: unknown) => {
  expect(error).toBeInstanceOf(ImagesUnavailableError)
  const { message, stack } = error as Error
  expect(`${message}${stack}`).not.toMatch(/S3RVER|Signature=|Hush/)
  return message
}
const getProblem = (running: Promise<unknown>) => running.then(() => 'none', secretive)

const png = Buffer.from('the bytes of a picture'.repeat(20_000))

describe('an object', () => {
  it('is read as written, until it is removed', async () => {
    const bucket = open()
    await bucket.write('a1.png', png)
    expect(await bucket.has('a1.png')).toBe(true)
    expect(hash(await bucket.read('a1.png'))).toBe(hash(png))
    await bucket.write('a1.png', Buffer.from('another'))
    expect(await bucket.read('a1.png')).toEqual(Buffer.from('another'))
    await bucket.remove(['a1.png', 'a1.sealed'])
    await bucket.remove(['a1.png'])
    expect([await bucket.has('a1.png'), await bucket.read('a1.png')]).toEqual([false, null])
    expect(s3.list()).toEqual([])
  })

  it('is listed with its time, page by page, without those of other folders', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e']
    const bucket = open(s3.imagesUrl, { keysPerPage: 2 })
    for (const id of ids) await bucket.write(`${id}.png`, Buffer.from(id))
    await bucket.write('notes.txt', Buffer.from('of somebody'))
    const other = open(s3.imagesUrl.replace('/academy', '/academy/other'))
    await other.write('z.sealed', Buffer.from('z'))
    expect(s3.list()).toContain('other/z.sealed')
    const listed = await bucket.list()
    expect(listed.map(({ name }) => name)).toEqual(ids.map((id) => `${id}.png`))
    for (const { writtenAt } of listed)
      expect(Math.abs(writtenAt - Date.now())).toBeLessThan(60_000)
    expect((await other.list()).map(({ name }) => name)).toEqual(['z.sealed'])
    expect(countCalls('GET')).toBeGreaterThan(3)
  })

  it('holds nothing readable of a secret image', async () => {
    const images = await openImageStore({ files: open(), keys: [Buffer.alloc(32, 7)] })
    await images.saveEncrypted('front', png)
    expect(s3.list()).toEqual(['front.sealed'])
    expect(s3.read('front.sealed').includes('picture')).toBe(false)
    expect(hash(await images.loadEncrypted('front'))).toBe(hash(png))
    expect(await images.list(Date.now() + 60_000)).toEqual(['front'])
    await images.discard(['front'])
    expect(s3.list()).toEqual([])
  })

  it('is fetched once for a class that requests it at the same moment', async () => {
    const bucket = open()
    await bucket.write('a1.png', png)
    const all = await Promise.all(Array.from({ length: 50 }, () => bucket.read('a1.png')))
    expect(new Set(all.map(hash))).toEqual(new Set([hash(png)]))
    expect(countCalls('GET')).toBe(1)
    await bucket.read('a1.png')
    expect(countCalls('GET')).toBe(2)
  })
})

describe('a temporary fault', () => {
  it.each<[string, S3Fault]>([
    ['a connection that is reset', 'disconnect'],
    ['too many calls', createS3Refusal(503, 'SlowDown')],
    ['a broken gateway', { status: 502, body: '<html>Bad gateway</html>' }],
    ['a cut in the middle', 'cut-upload'],
    ['a lost reply', 'lose-reply'],
  ])('of an upload (%s) only delays it', async (_, fault) => {
    failFirst(2, 'PUT', fault)
    await open().write('a1.png', png)
    expect(countCalls('PUT')).toBe(3)
    expect(hash(s3.read('a1.png'))).toBe(hash(png))
  })

  it.each<S3Fault>(['disconnect', 'cut-reply', createS3Refusal(500, 'InternalError')])(
    'of reading (%j) only delays it',
    async (fault) => {
      const bucket = open()
      await bucket.write('a1.png', png)
      failFirst(1, 'GET', fault)
      expect(hash(await bucket.read('a1.png'))).toBe(hash(png))
    },
  )
})

describe('a lasting fault', () => {
  const actions = {
    write: (bucket: ReturnType<typeof open>) => bucket.write('a1.png', png),
    read: (bucket: ReturnType<typeof open>) => bucket.read('a1.png'),
    has: (bucket: ReturnType<typeof open>) => bucket.has('a1.png'),
    remove: (bucket: ReturnType<typeof open>) => bucket.remove(['a1.png']),
    list: (bucket: ReturnType<typeof open>) => bucket.list(),
  }

  it.each(Object.entries(actions))('is reported in a sentence: %s', async (_, act) => {
    const nobody = `s3://key:Hush@127.0.0.1:${await findFreePort()}/academy?tls=off`
    expect(await getProblem(act(open(nobody)))).toMatch(/^s3:.* cannot be reached: ECONNREFUSED\.$/)
    const wrongSecret = s3.imagesUrl.replace(':S3RVER@', ':Hush@')
    expect(await getProblem(act(open(wrongSecret)))).toMatch(/ answers 403( \w+)? to [A-Z]+\.$/)
    s3.getFault = () => createS3Refusal(503, 'SlowDown')
    expect(await getProblem(act(open()))).toMatch(/ answers 503( SlowDown)? to [A-Z]+\.$/)
    s3.getFault = () => 'hang'
    const startedAt = performance.now()
    const hasty = open(s3.imagesUrl, { timing: { readMs: 150, writeMs: 150 } })
    expect(await getProblem(act(hasty))).toMatch(/ does not answer in time\.$/)
    expect(performance.now() - startedAt).toBeLessThan(3_000)
  })

  it('never makes an image look missing', async () => {
    const noBucket = open(s3.imagesUrl.replace('/academy', '/elsewhere'))
    expect(await getProblem(noBucket.read('a1.png'))).toMatch(/ answers 404 NoSuchBucket to GET/)
    expect(await getProblem(noBucket.list())).toMatch(/ answers 404 NoSuchBucket to GET/)
    expect(await getProblem(noBucket.remove(['a1.png']))).toMatch(/ answers 404 /)
    s3.getFault = () => ({ status: 404, body: '<html>Not found</html>' })
    expect(await getProblem(open().read('a1.png'))).toMatch(/ answers 404 to GET/)
    s3.getFault = () => ({ status: 200, body: '<html>Welcome to the hotel</html>' })
    expect(await getProblem(open().list())).toMatch(/something that is no list/)
    const cut = '<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>'
    s3.getFault = () => ({ status: 200, body: cut })
    expect(await getProblem(open().list())).toMatch(/something that is no list/)
  })

  it('is reported once, and so is its end', async () => {
    const changes: (string | null)[] = []
    const onChange = (problem: Error | null) => changes.push(problem?.message ?? null)
    const bucket = open(s3.imagesUrl, { onChange })
    s3.getFault = () => createS3Refusal(403, 'AccessDenied')
    for (const name of ['a.png', 'b.png', 'c.png']) await getProblem(bucket.read(name))
    expect(changes).toEqual([expect.stringMatching(/answers 403 AccessDenied to GET/)])
    expect(bucket.isFailing()).toBe(true)
    s3.getFault = () => null
    await bucket.read('a.png')
    await bucket.read('b.png')
    expect(changes.slice(1)).toEqual([null])
    expect(bucket.isFailing()).toBe(false)
  })

  it('ends the wait of all calls that are queued', async () => {
    s3.getFault = () => 'hang'
    const bucket = open(s3.imagesUrl, { timing: { readMs: 200, writeMs: 200 } })
    const startedAt = performance.now()
    const names = Array.from({ length: 300 }, (_, index) => `a${index}.png`)
    const problems = await Promise.all(names.map((name) => getProblem(bucket.read(name))))
    expect(problems.filter((problem) => problem === 'none')).toEqual([])
    expect(performance.now() - startedAt).toBeLessThan(4_000)
  })
})

it('an image that the bucket only hides is not reported as erased', async () => {
  const bucket = open()
  await bucket.write('a1.png', png)
  s3.replyHeaders = { 'x-amz-version-id': 'L4kqtJlcpXroDTDmpUMLUo', 'x-amz-delete-marker': 'true' }
  expect(await getProblem(bucket.remove(['a1.png']))).toMatch(/keeps old versions/)
  s3.replyHeaders = { 'x-amz-version-id': 'null' }
  expect(await getProblem(bucket.remove(['a1.png']))).toBe('none')
})

function hash(bytes: Buffer | null): string {
  return bytes ? createHash('sha256').update(bytes).digest('hex') : 'nothing'
}
