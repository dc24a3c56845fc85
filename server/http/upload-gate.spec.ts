import { randomBytes } from 'node:crypto'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { createRegistrationForm } from '#test/factories.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import {
  openUploadConnection,
  type UploadConnection,
  waitForStatus,
} from '#test/upload-connection.ts'

let app: TestApp
let url: string
let uploads: UploadConnection[] = []
let people = 0
afterEach(async () => {
  for (const { call } of uploads) call.destroy()
  uploads = []
  await app.close()
})

/** One slot for a network and two in all, and short waits. */
const rules = {
  slots: 2,
  slotsPerNetwork: 1,
  maxWaiting: 3,
  maxWaitingPerNetwork: 2,
  maxWaitMs: 3_000,
  slowAfterMs: 60_000,
  slowBytesPerSecond: 8_000,
}

async function open(options: Parameters<typeof createTestApp>[0] = {}) {
  app = await createTestApp({ ...options, uploadRules: { ...rules, ...options.uploadRules } })
  url = await app.fastify.listen({ port: 0, host: '127.0.0.1' })
}

async function upload({ from = '127.0.0.1', files = {} } = {}) {
  const form = createRegistrationForm({ email: `priya${++people}@example.com` }, files)
  const line = await openUploadConnection(url, { form, from })
  uploads.push(line)
  return line
}

const isAt = (ms = 150) => pause(ms)

it('lets the next upload in when a slot is free, and other calls in between', async () => {
  await open()
  const first = await upload()
  first.send(200)
  await isAt()
  const second = await upload()
  second.send()
  const elsewhere = await upload({ from: '127.0.0.2' })
  elsewhere.send()
  expect(await elsewhere.status).toBe(201)
  expect(await waitForStatus(second, 100)).toBe('waits')
  first.send()
  expect(await first.status).toBe(201)
  expect(await second.status).toBe(201)
})

it('refuses an upload that has waited too long, and says when to retry', async () => {
  await open({ uploadRules: { maxWaitMs: 200 } })
  const first = await upload()
  first.send(200)
  await isAt()
  const second = await upload()
  second.send()
  expect(await second.status).toBe(503)
  expect((await second.reply)?.headers['retry-after']).toBe('5')
  first.send()
  expect(await first.status).toBe(201)
})

it('limits the uploads that wait, with a lower limit for one network', async () => {
  await open()
  const first = await upload()
  first.send(200)
  await isAt()
  const waiting = [await upload(), await upload()]
  await isAt()
  const third = await upload()
  expect(await third.status).toBe(503)
  for (const line of waiting) expect(await waitForStatus(line, 50)).toBe('waits')
  waiting[0]?.call.destroy()
  await isAt()
  const fourth = await upload()
  expect(await waitForStatus(fourth, 100)).toBe('waits')
})

it('frees the slot of a client that goes away in the middle', async () => {
  await open()
  for (let round = 0; round < 5; round += 1) {
    const gone = await upload()
    gone.send(200)
    await isAt(50)
    gone.call.destroy()
  }
  const last = await upload()
  last.send()
  expect(await last.status).toBe(201)
})

it('frees the slot of a client that sends everything and goes at once', async () => {
  await open()
  for (let round = 0; round < 30; round += 1) {
    const gone = await upload()
    gone.send()
    setTimeout(() => gone.call.destroy(), round % 10)
    await isAt(10)
  }
  const last = await upload()
  last.send()
  expect(await last.status).toBe(201)
})

describe('a slow line', () => {
  const slow = { slowAfterMs: 300, slowBytesPerSecond: 8_000 }

  it('loses its slot to a waiting upload', async () => {
    await open({ uploadRules: slow })
    const dawdling = await upload()
    dawdling.send(200)
    await isAt()
    const second = await upload()
    second.send()
    expect(await dawdling.status).toBe(503)
    expect((await dawdling.reply)?.headers['retry-after']).toBe('5')
    expect(await second.status).toBe(201)
  })

  it('may take its time while nobody waits', async () => {
    await open({ uploadRules: slow })
    const dawdling = await upload()
    dawdling.send(200)
    await pause(600)
    dawdling.send()
    expect(await dawdling.status).toBe(201)
  })
})

it('never cuts an upload that has arrived, however long the reply takes', async () => {
  await open({ uploadRules: { slowAfterMs: 100, maxWaitMs: 5_000 } })
  void app.deps.db.write(() => pause(600))
  const first = await upload()
  first.send()
  await isAt(50)
  const second = await upload()
  second.send()
  expect(await first.status).toBe(201)
  expect(await second.status).toBe(201)
})

it('asks the limit of the address before the body', async () => {
  await open({ limits: true })
  const client = app.createClient()
  const empty = () => client.send('POST', '/api/students/register', { body: {} })
  const replies = await Promise.all(Array.from({ length: 301 }, empty))
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(1)
  const line = await upload()
  expect(await line.status).toBe(429)
})

it('leaves no file names of current uploads, and removes files of an older server', async () => {
  await open()
  const spool = join(app.dataDir, 'spool')
  const picture = randomBytes(1_000_000)
  const half = await upload({ files: { aadharFront: picture } })
  half.send(900_000)
  await isAt()
  expect(readdirSync(spool)).toEqual([])
  half.call.destroy()

  writeFileSync(join(spool, '.upload.old.tmp'), 'half')
  await app.fastify.close()
  const again = await createTestApp({ dataDir: app.dataDir })
  expect(readdirSync(spool)).toEqual([])
  await again.close({ keep: true })
})

it('refuses pictures on a full disk, but accepts registrations without them', async () => {
  await open({ diskFloorBytes: Number.MAX_SAFE_INTEGER })
  const large = await upload({ files: { aadharFront: randomBytes(1_000_000) } })
  expect(await large.status).toBe(507)
  const small = await upload({ files: { aadharFront: randomBytes(1_000) } })
  small.send()
  expect(await small.status).toBe(507)
  const none = await upload()
  none.send()
  expect(await none.status).toBe(201)
})
