import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createLedger } from '#simulated-class/ledger.ts'
import { createRegistrationForm } from '#test/factories.ts'
import {
  get,
  type Server,
  type StartedAttempt,
  startCohort,
  startServer,
} from '#test/server-process.ts'
import { createTestApp } from '#test/test-app.ts'
import { submitAnswer } from '../answering-class.ts'
import { findLostAnswers } from '../find-lost-answers.ts'
import { collectLogLines, linesOfFullDisk } from './log-lines.ts'
import { canMount, fillDisk, findSmallDisk, freeDisk, toSmallDiskCommand } from './small-disk.ts'

let folder: string
let server: Server | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'disk-full-'))
})
afterEach(async () => {
  await server?.kill()
  rmSync(folder, { recursive: true, force: true })
})

/** When the time of one attempt is over, with its grace of 15 s. */
const closesInMs = 4_000

it.skipIf(!canMount)(
  'a server on a full disk refuses answers and says why, still reads, and recovers when there is space again',
  async () => {
    const { dataDir, seat, reader, admin, nextCloseAt } = await startOnSmallDisk()
    const { url, child } = server as Server
    const lines = collectLogLines(server as Server)
    const disk = findSmallDisk(child.pid as number, dataDir)
    const ledger = createLedger()
    let sequence = 0
    const submit = () => submitAnswer(url, seat, { ledger, sequence: ++sequence })
    expect((await submit())?.status).toBe(200)

    fillDisk(disk)
    let refused = await submit()
    // Room that SQLite's log already has is still written to.
    for (let n = 0; n < 200 && refused?.status === 200; n++) refused = await submit()
    expect(refused).toMatchObject({
      status: 507,
      json: {
        code: 'disk-full',
        message: 'The server has no space left. Please tell the institute.',
      },
    })
    expect((await submit())?.status).toBe(507)
    // An attempt that has run out, and cannot be closed, is in nobody's way.
    await pause(Math.max(0, nextCloseAt - Date.now() + 50))
    const paper = await get(`${url}/api/students/get-questions/${reader.testId}`, reader)
    expect(paper).toMatchObject({ status: 200, json: { quizAttemptId: reader.attemptId } })
    const scores = await get(`${url}/api/students/score`, { cookie: admin })
    expect(scores.status).toBe(200)
    const getHealth = async () => (await fetch(`${url}/healthz`)).status
    await expect.poll(getHealth, { interval: 500 }).toBe(503)
    const registered = await register(url)
    expect(registered.status).toBe(507)
    expect(await registered.json()).toMatchObject({ code: expect.stringMatching(/^disk-/) })

    freeDisk(disk)
    expect((await submit())?.status).toBe(200)
    await expect.poll(getHealth).toBe(200)
    expect(lines.map(({ msg }) => msg)).toEqual(linesOfFullDisk)
    expect(child.exitCode).toBeNull()
    expect(findLost(disk, ledger)).toEqual([])
  },
  60_000,
)

async function startOnSmallDisk() {
  const [contents, dataDir] = [join(folder, 'contents'), join(folder, 'data')]
  // Long ago enough for the times at which sessions were last seen to be noted anew.
  let clockOffsetMs = -6 * 60_000
  const app = await createTestApp({ dataDir: contents, now: () => Date.now() + clockOffsetMs })
  const admin = await app.createAdmin()
  const [seat, reader] = await startCohort(app, { admin, count: 2 })
  clockOffsetMs = closesInMs - 75_000
  await startCohort(app, { admin, count: 1, duration: 1 })
  const nextCloseAt = Date.now() + closesInMs
  await app.close({ keep: true })
  mkdirSync(dataDir)
  server = await startServer({ dataDir, runBy: toSmallDiskCommand(dataDir, contents) })
  return {
    dataDir,
    nextCloseAt,
    seat: seat as StartedAttempt,
    reader: reader as StartedAttempt,
    admin: `session=${admin.cookies.session}`,
  }
}

async function register(url: string) {
  const picture = await sharp({
    create: { width: 64, height: 40, channels: 3, background: 'teal' },
  })
    .png()
    .toBuffer()
  const body = createRegistrationForm({}, { aadharFront: picture })
  return fetch(`${url}/api/students/register`, { method: 'POST', body })
}

/** SQLite would follow the link to the disk of that process to ours. */
function findLost(disk: string, ledger: ReturnType<typeof createLedger>) {
  for (const name of ['institute.db', 'institute.db-wal']) {
    if (existsSync(join(disk, name))) copyFileSync(join(disk, name), join(folder, name))
  }
  const database = new Sqlite(join(folder, 'institute.db'))
  try {
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
    return findLostAnswers(database, ledger.latest())
  } finally {
    database.close()
  }
}
