import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { listStudents } from '#contract/students.ts'
import { createStudent } from '#test/factories.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { type AccessLog, openAccessLog } from './access-log.ts'

let folder: string
let at: number
let accessLog: AccessLog
let app: TestApp | undefined
const silent = pino({ enabled: false })
const minute = 60_000
const day = 24 * 60 * minute

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'access-')), 'logs')
  at = Date.UTC(2026, 10, 21, 23, 59, 30)
})
afterEach(async () => {
  await app?.close()
  app = undefined
  await accessLog.close()
  rmSync(join(folder, '..'), { recursive: true })
})

const openLog = (more: Partial<Parameters<typeof openAccessLog>[0]> = {}) => {
  accessLog = openAccessLog({ folder, keptDays: 365, now: () => at, log: silent, ...more })
  return accessLog
}

type Line = Record<string, unknown>
const readLines = (date: string): Line[] =>
  readFileSync(join(folder, `access-${date}.log`), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

const call = (ip: string, account?: string) =>
  [
    {
      ip,
      id: 'r1',
      startedAt: 0,
      method: 'GET',
      routeOptions: { url: '/api/x/:id' },
      ...(account && { session: { user: { id: account } } }),
    },
    { statusCode: 200 },
  ] as unknown as [FastifyRequest, FastifyReply]

it('logs account, address, call, status and duration of good, refused and unknown calls, and nothing else', async () => {
  openLog()
  app = await createTestApp({ accessLog })
  const admin = await app.createAdmin()
  const student = await createStudent(app, 'Perdita Vanishes')
  await admin.request(listStudents, { query: { search: 'Perdita' } })
  await student.send('GET', `/api/students/getStudents/${student.id}?name=Perdita`)
  await app.createClient().send('POST', '/api/auth/studentLogin', {
    body: { email: 'perdita@example.com', password: 'Perdita’s own' },
  })
  await app.createClient().send('GET', '/api/Perdita?Perdita')
  await app.createClient().send('POST', '/api/enquiries', { body: '{"Perdita' })
  await accessLog.flush()
  const lines = readLines('2026-11-21').slice(2)
  expect(lines.map(({ account, call: called, status }) => [account, called, status])).toEqual([
    [expect.any(String), 'GET /api/students/getStudents', 200],
    [student.id, 'GET /api/students/getStudents/:id', 403],
    [null, 'POST /api/auth/studentLogin', 401],
    [null, 'GET ?', 404],
    [null, 'POST /api/enquiries', 400],
  ])
  expect(lines[0]).toEqual({
    time: '2026-11-21T23:59:30.000Z',
    id: expect.stringMatching(/-\d+$/),
    account: expect.any(String),
    address: '127.0.0.1',
    call: 'GET /api/students/getStudents',
    status: 200,
    ms: expect.any(Number),
  })
  expect(lines.every(({ ms }) => Number(ms) < 60_000)).toBe(true)
  expect(lines.some(({ ms }) => Number(ms) > 0)).toBe(true)
  const text = readFileSync(join(folder, 'access-2026-11-21.log'), 'utf8')
  expect(text).not.toMatch(/perdita/i)
  for (const cookie of Object.values(admin.cookies)) expect(text).not.toContain(cookie)
})

it('the log is readable by its owner only, and starts a new file each day in UTC', async () => {
  openLog()
  accessLog.record(...call('10.0.0.1'))
  await accessLog.flush()
  at += minute
  accessLog.record(...call('10.0.0.1'))
  await accessLog.flush()
  expect(readdirSync(folder).sort()).toEqual(['access-2026-11-21.log', 'access-2026-11-22.log'])
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(statSync(join(folder, 'access-2026-11-22.log')).mode & 0o777).toBe(0o600)
})

it('counts the calls above a caller’s share, and logs the count after the minute', async () => {
  openLog({ maxLinesPerCaller: 5 })
  for (let n = 0; n < 1_000; n++) accessLog.record(...call(`2001:db8:0:7::${n}`))
  for (let n = 0; n < 7; n++) accessLog.record(...call('10.0.0.1', 'account-1'))
  accessLog.record(...call('10.0.0.1', 'account-2'))
  at += minute
  accessLog.record(...call('10.0.0.9'))
  await accessLog.flush()
  const lines = readLines('2026-11-22')
  expect(lines).toHaveLength(5 + 5 + 1 + 2 + 1)
  expect(lines.filter(({ more }) => more)).toEqual([
    { time: expect.any(String), network: '2001:db8:0:7', more: 995 },
    { time: expect.any(String), account: 'account-1', more: 2 },
  ])
})

it('keeps a flood from ever new addresses within bounds', async () => {
  openLog({ maxLinesPerCaller: 1 })
  for (let n = 0; n < 30_000; n++)
    accessLog.record(...call(`10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`))
  at += minute
  await accessLog.close()
  const lines = readLines('2026-11-22')
  expect(lines.length).toBeLessThan(10_010)
  const summaries = lines.filter((line) => line.more ?? line.dropped)
  const sum = summaries.reduce(
    (total, { more = 0, dropped = 0 }) => total + Number(more) + Number(dropped),
    0,
  )
  expect(lines.length - summaries.length + sum).toBe(30_000)
})

it('drops and counts lines that the disk refuses, and continues when it accepts them', async () => {
  openLog()
  chmodSync(folder, 0o500)
  writeFileSync(join(folder, '..', 'block'), '')
  rmSync(folder, { recursive: true })
  for (let n = 0; n < 3; n++) accessLog.record(...call('10.0.0.1'))
  await accessLog.flush()
  openLog()
  await accessLog.flush()
  accessLog.record(...call('10.0.0.1'))
  await accessLog.flush()
  expect(readLines('2026-11-21').at(-1)).toMatchObject({ address: '10.0.0.1' })
})

it('stops at the limit of a day', async () => {
  openLog({ maxBytesPerDay: 1_000 })
  for (let n = 0; n < 100; n++) {
    accessLog.record(...call('10.0.0.1'))
    await accessLog.flush()
  }
  expect(statSync(join(folder, 'access-2026-11-21.log')).size).toBeLessThanOrEqual(1_000)
})

it('log files are kept for the configured days, and other files are left alone', async () => {
  openLog({ keptDays: 30 })
  for (const file of [
    'access-2026-10-21.log',
    'access-2026-10-22.log',
    'access-2026-10-23.log',
    'notes.txt',
  ]) {
    writeFileSync(join(folder, file), '')
  }
  await accessLog.eraseOld()
  expect(readdirSync(folder).sort()).toEqual(['access-2026-10-23.log', 'notes.txt'])
  at += 40 * day
  await accessLog.eraseOld()
  expect(readdirSync(folder)).toEqual(['notes.txt'])
})
