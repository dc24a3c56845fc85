import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { acquireInstanceLock } from '#server/database/instance-lock.ts'
import { createImageFolder } from '#server/platform/images/image-files.ts'
import { createStudent } from '#test/factories.ts'
import { startS3Server } from '#test/s3-server.ts'
import { findFreePort, startServer } from '#test/server-process.ts'
import { createTestApp } from '#test/test-app.ts'
import { writeBackup } from '../backup/write-backup.ts'
import type { Examination } from './finding.ts'

// Each spec starts processes, and the machine may be busy.
vi.setConfig({ testTimeout: 60_000 })

let home: string
let dataDir: string
let backupsFolder: string
const closing: (() => unknown)[] = []
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'doctor-'))
  dataDir = join(home, 'data')
  backupsFolder = join(home, 'backups')
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  rmSync(home, { recursive: true, force: true })
})

/** An institute as the server leaves it: keys, database, folders, and one owner with a password. */
async function createInstitute() {
  const app = await createTestApp({ dataDir, now: Date.now })
  await app.createAdmin()
  await createStudent(app, 'Meera')
  await app.close({ keep: true })
  chmodSync(dataDir, 0o700)
  for (const name of readdirSync(dataDir, { recursive: true, encoding: 'utf8' })) {
    const path = join(dataDir, name)
    chmodSync(path, statSync(path).isDirectory() ? 0o700 : 0o600)
  }
}

async function backUp() {
  const images = createImageFolder(join(dataDir, 'images'))
  const options = { imageKey: undefined, withIdentityPictures: false, at: new Date() }
  const { folder } = await writeBackup({
    dataDir,
    images,
    ownFolder: 'institute',
    into: backupsFolder,
    ...options,
  })
  return folder
}

async function runDoctor(settings: Record<string, string> = {}) {
  const PORT = String(await findFreePort())
  const args = [join(import.meta.dirname, '../doctor.ts'), '--backups', backupsFolder]
  const env = { PATH: process.env.PATH, PORT, DATA_DIR: dataDir, ...settings }
  const run = (...more: string[]) =>
    new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
      const child = execFile(process.execPath, [...args, ...more], { env }, (_, stdout, stderr) =>
        resolve({ code: child.exitCode ?? -1, stdout, stderr }),
      )
    })
  const { code, stdout, stderr } = await run('--json')
  const { findings, unchecked }: Examination = JSON.parse(stdout || '{}')
  const ids = findings?.map(({ id, level }) => (level === 'error' ? id.toUpperCase() : id)) ?? []
  return { code, stdout, stderr, ids, unchecked, run }
}

/** Everything in the folder: names, contents and times of change. */
function photograph(folder: string) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .map((name) => {
      const path = join(folder, name)
      const { mtimeMs, mode, size } = statSync(path)
      const isFile = statSync(path).isFile()
      return {
        name,
        mtimeMs,
        mode,
        size,
        hash: isFile ? createHash('sha256').update(readFileSync(path)).digest('hex') : '',
      }
    })
}

it('finds nothing in a sound folder that has a backup, and does not change it', async () => {
  await createInstitute()
  await backUp()
  // A backup leaves these two, empty; a server that ends removes them.
  for (const end of ['-wal', '-shm']) rmSync(join(dataDir, `institute.db${end}`), { force: true })
  const before = photograph(home)
  const { code, ids, unchecked, run } = await runDoctor()
  expect(ids.filter((id) => id === id.toUpperCase())).toEqual([])
  expect(ids).toContain('server-silent')
  expect({ code, unchecked }).toEqual({ code: 0, unchecked: [] })
  expect((await run()).stdout).toMatch(
    /^Database: SQLite in \/.*\.\nwarning {6}.*\n0 errors, \d+ warnings/s,
  )
  expect(photograph(home)).toEqual(before)
})

it('finds the problems of a folder, and prints no secret', async () => {
  await createInstitute()
  const folder = await backUp()
  rmSync(join(folder, 'institute.db'))
  chmodSync(join(dataDir, 'institute.db'), 0o644)
  const secrets = { ADMIN_PASSWORD: 'Opensesame-99', SECRET_KEY: 'ab'.repeat(32) }
  const smtp = `smtp://academy:Hush-hush-7@127.0.0.1:${await findFreePort()}`
  const { code, ids, stdout, stderr } = await runDoctor({
    RATE_LIMITS: 'off',
    SMTP_URL: smtp,
    IMAGE_KEY: 'cd'.repeat(32),
    ADMIN_EMAIL: 'asha@example.com',
    ...secrets,
  })
  expect(code).toBe(1)
  expect(ids).toEqual(
    expect.arrayContaining([
      ...['RATE-LIMITS-OFF', 'FILES-READABLE', 'BACKUP-DAMAGED', 'MAIL-NOT-SENT'],
      'PUBLIC-URL-MISSING',
    ]),
  )
  expect(stdout + stderr).not.toMatch(/Opensesame|abab|cdcd|Hush/)
})

it('examines the bucket of the pictures, and says what is wrong with it', async () => {
  await createInstitute()
  await backUp()
  const s3 = await startS3Server()
  closing.push(() => s3.close())
  const well = await runDoctor({ IMAGES_URL: s3.imagesUrl })
  // This storage lets everybody list, and knows no versions.
  expect(well.ids.filter((id) => /^images-/i.test(id))).toEqual([
    'images-old-versions',
    'IMAGES-PUBLIC',
  ])
  writeFileSync(join(dataDir, 'images', 'a1.png'), 'left behind', { mode: 0o600 })
  const before = photograph(join(dataDir, 'images'))
  const wrong = s3.imagesUrl.replace(':S3RVER@', ':Hush-hush-7@')
  const { ids, stdout, stderr } = await runDoctor({ IMAGES_URL: wrong })
  expect(ids).toEqual(expect.arrayContaining(['IMAGES-UNAVAILABLE', 'IMAGES-LEFT-BEHIND']))
  expect(stdout).toContain('answers 403 SignatureDoesNotMatch to GET.')
  expect(stdout + stderr).not.toContain('Hush')
  expect(photograph(join(dataDir, 'images'))).toEqual(before)
  expect(s3.calls.map(({ method }) => method)).not.toContain('PUT')
})

it('finds damaged pages', async () => {
  await createInstitute()
  const file = openSync(join(dataDir, 'institute.db'), 'r+')
  writeSync(file, Buffer.alloc(8_192, 7), 0, 8_192, 40_960)
  closeSync(file)
  expect((await runDoctor()).ids).toContain('DATABASE-DAMAGED')
})

it('cannot examine a missing folder, or settings that the server refuses', async () => {
  expect(await runDoctor()).toMatchObject({ code: 2, unchecked: [/There is no institute in/] })
  expect(existsSync(dataDir)).toBe(false)
  const { code, stdout, stderr } = await runDoctor({ SECOND_FACTOR: 'maybe' })
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(/Some settings are not right/)
  const unreachable = `postgres://academy:Hush-hush-7@127.0.0.1:${await findFreePort()}/academy`
  const found = await runDoctor({ DATABASE_URL: unreachable })
  expect(found.code).toBe(2)
  expect(found.unchecked.join()).toMatch(/The database could not be looked at: .*ECONNREFUSED/)
  expect(found.stdout).not.toContain('Hush')
  const socket = 'postgres://academy:Hush-hush-7@/academy?host=/nowhere'
  const { run, stdout: stdoutOfSocket } = await runDoctor({ DATABASE_URL: socket })
  expect((await run()).stdout).toMatch(
    /^Database: PostgreSQL in academy on \/nowhere\.\nNOT CHECKED/,
  )
  expect(stdoutOfSocket).not.toContain('Hush')
})

it('examines beside a running server, and after its kill -9, without taking the lock or changing anything', async () => {
  await createInstitute()
  await backUp()
  const server = await startServer({ dataDir })
  closing.push(() => server.kill())
  const port = new URL(server.url).port
  const [running] = await Promise.all([
    runDoctor({ PORT: port }),
    expect.poll(() => acquireInstanceLock(dataDir)).toBeNull(),
  ])
  expect(running).toMatchObject({ code: 0, unchecked: [] })
  expect(running.ids).not.toContain('server-silent')
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)

  await server.kill()
  const names = () => readdirSync(dataDir).toSorted()
  const [before, bytes] = [names(), readFileSync(join(dataDir, 'institute.db'))]
  expect(before).toContain('institute.db-wal')
  expect(await runDoctor()).toMatchObject({ code: 0, unchecked: [] })
  expect(names()).toEqual(before)
  expect(readFileSync(join(dataDir, 'institute.db')).equals(bytes)).toBe(true)
})
