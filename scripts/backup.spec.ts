import { execFile } from 'node:child_process'
import { appendFileSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { getIdentity } from '#contract/identity.ts'
import { parseBucketUrl } from '#server/platform/images/bucket-url.ts'
import { createImageBucket } from '#server/platform/images/image-bucket.ts'
import { createImageFolder } from '#server/platform/images/image-files.ts'
import { openImageStore } from '#server/platform/images/image-store.ts'
import {
  createQuestions,
  createReleasedExam,
  createStudent,
  startAttempt,
} from '#test/factories.ts'
import { createS3Refusal, startS3Server } from '#test/s3-server.ts'
import { type Server, startServer as startServerProcess } from '#test/server-process.ts'
import { createTestApp } from '#test/test-app.ts'

// Each spec starts several processes, and the machine may be busy.
vi.setConfig({ testTimeout: 60_000 })
const run = promisify(execFile)
const key = Buffer.alloc(32, 7)
const card = Buffer.from('an identity card')

let server: Server | undefined
let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'backup-'))
})
afterEach(async () => {
  await server?.kill()
  rmSync(home, { recursive: true, force: true })
})

async function startServer(dataDir: string): Promise<string> {
  server = await startServerProcess({ dataDir })
  return server.url
}

const withPicturesFlag = '--with-identity-pictures'
const runScript = (name: 'backup' | 'restore', args: readonly string[], env: object = {}) =>
  run(process.execPath, [join(import.meta.dirname, `${name}.ts`), ...args], {
    env: { ...process.env, INSTITUTE_DIR: join(home, 'institute'), ...env },
  })

async function getFailure(running: Promise<unknown>): Promise<string> {
  const error = (await running.then(
    () => ({ stderr: 'it did not fail' }),
    (reason) => reason,
  )) as { stderr: string }
  return error.stderr
}

it('a backup beside a writing server holds the pictures and every answer acknowledged before its start', async () => {
  const dataDir = join(home, 'data')
  const { candidates, imageId } = await createCohort(dataDir, 6)
  const url = await startServer(dataDir)
  const ledger = new Map<string, number>()
  let isOver = false
  const students = candidates.map(async ({ cookie, testId, attemptId, questionIds }) => {
    for (let sequence = 1; !isOver; sequence++) {
      const questionId = questionIds[sequence % questionIds.length] ?? ''
      const reply = await fetch(`${url}/api/students/submit-answer/${attemptId}/${testId}`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json' },
        body: JSON.stringify({ questionId, selectedOption: sequence % 4, sequence }),
      }).catch(() => null)
      if (reply?.status === 200) ledger.set(`${attemptId} ${questionId}`, sequence)
      else if (reply) throw new Error(await reply.text())
    }
  })
  await expect.poll(() => ledger.size, { timeout: 20_000 }).toBe(6 * 20)

  const before = new Map(ledger)
  const { stdout, stderr } = await runScript('backup', [join(home, 'kept'), withPicturesFlag], {
    DATA_DIR: dataDir,
  })
  expect(stderr).toBe('')
  const folder = stdout.split('\n')[0] ?? ''
  const hasGrown = [...ledger].some(([row, sequence]) => sequence > (before.get(row) ?? 0))
  expect(hasGrown).toBe(true)
  await server?.kill()
  isOver = true
  await Promise.all(students)
  rmSync(dataDir, { recursive: true })

  const restoreDir = join(home, 'again')
  const restored = await runScript('restore', [folder], { DATA_DIR: restoreDir })
  expect(restored.stdout).toContain('6 students')
  const database = new Sqlite(join(restoreDir, 'institute.db'), { readonly: true })
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
  const answers = database
    .prepare('SELECT attempt_id, question_id, sequence FROM answers')
    .all() as {
    attempt_id: string
    question_id: string
    sequence: number
  }[]
  database.close()
  const found = new Map(
    answers.map((row) => [`${row.attempt_id} ${row.question_id}`, row.sequence]),
  )
  expect([...before].filter(([row, sequence]) => (found.get(row) ?? 0) < sequence)).toEqual([])

  const restoredKey = Buffer.from(
    (await readFile(join(restoreDir, 'image.key'), 'utf8')).trim(),
    'hex',
  )
  const files = createImageFolder(join(restoreDir, 'images'))
  const images = await openImageStore({ files, keys: [restoredKey] })
  expect(await images.loadEncrypted(imageId)).toEqual(card)
  expect((await fetch(`${await startServer(restoreDir)}/healthz`)).status).toBe(200)
}, 120_000)

it("a backup includes the institute's own files, and a restore adds those that are missing", async () => {
  const own = join(home, 'institute')
  await mkdir(join(own, 'posts'), { recursive: true })
  await writeFile(join(own, 'terms.ts'), 'as backed up')
  await writeFile(join(own, 'posts/our-first-day.mdx'), '# Our first day')
  await writeFile(join(own, 'logo.svg'), '<svg/>')
  const folder = await createBackup()
  rmSync(join(own, 'posts'), { recursive: true })
  await writeFile(join(own, 'terms.ts'), 'newer')

  const { stdout } = await runScript('restore', [folder], { DATA_DIR: join(home, 'again') })
  expect(stdout).toContain(`Put back into ${own}: posts/our-first-day.mdx. Run npm run build.`)
  expect(await readFile(join(own, 'posts/our-first-day.mdx'), 'utf8')).toBe('# Our first day')
  expect(await readFile(join(own, 'terms.ts'), 'utf8')).toBe('newer')
})

it('a restored backup reports who was taking a test when it was made', async () => {
  const dataDir = join(home, 'again')
  const { stdout } = await runScript('restore', [await createBackup()], { DATA_DIR: dataDir })
  expect(stdout).toMatch(
    /\n1 student was taking .+ when this was made, and had time until \d+ \w+ \d{4}, \d+:\d\d [ap]m: what came after that is missing\./,
  )
})

it('a backup can be read by its owner only, and lists its contents', async () => {
  const folder = await createBackup()
  expect(statSync(folder).mode & 0o077).toBe(0)
  expect(readdirSync(folder).sort()).toEqual([
    'image.key',
    'images',
    'institute.db',
    'manifest.json',
  ])
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))
  expect(manifest).toMatchObject({ format: 1, warnings: [], rows: { students: 1 } })
  expect(manifest.files.map(({ path }: { path: string }) => path)).toEqual([
    'institute.db',
    expect.stringMatching(/^images\/.+\.sealed$/),
    'image.key',
  ])
})

it('a backup includes identity pictures and their key only on request', async () => {
  const dataDir = join(home, 'data')
  await createCohort(dataDir, 1)
  await writeFile(join(dataDir, 'secret.key'), `${key.toString('hex')}\n`, { mode: 0o600 })
  await writeFile(join(dataDir, 'images', 'named-by-nobody.png'), 'x')
  const { stdout, stderr } = await runScript('backup', [join(home, 'kept')], { DATA_DIR: dataDir })
  expect(stderr).toBe('')
  expect(stdout).toContain('Identity pictures and their key are left out')
  const folder = stdout.split('\n')[0] ?? ''
  expect(readdirSync(folder, { recursive: true }).sort()).toEqual([
    'images',
    'institute.db',
    'manifest.json',
    'secret.key',
  ])
  expect(statSync(join(folder, 'secret.key')).mode & 0o077).toBe(0)

  const restoreDir = join(home, 'again')
  const restored = await runScript('restore', [folder], { DATA_DIR: restoreDir })
  expect(restored.stdout).toContain('Identity pictures are not in this backup')
  expect(statSync(join(restoreDir, 'secret.key')).mode & 0o077).toBe(0)
  expect((await fetch(`${await startServer(restoreDir)}/healthz`)).status).toBe(200)
  const app = await createTestApp({ dataDir: restoreDir })
  const { id } = await app.deps.db.read
    .selectFrom('students')
    .select('id')
    .executeTakeFirstOrThrow()
  const admin = await app.createAdmin()
  const { json } = await admin.request(getIdentity, { params: { id } })
  expect(json).toMatchObject({ front: 'missing', back: 'none' })
  await app.close({ keep: true })
})

it('a backup warns of pictures that are missing or that the key does not decrypt', async () => {
  const dataDir = join(home, 'data')
  const { imageId } = await createCohort(dataDir, 1)
  appendFileSync(join(dataDir, 'images', `${imageId}.sealed`), 'x')
  const changed = await runScript('backup', [join(home, 'one'), withPicturesFlag], {
    DATA_DIR: dataDir,
  })
  expect(changed.stderr).toBe('Warning: Identity images that the key does not open: 1.\n')
  rmSync(join(dataDir, 'images', `${imageId}.sealed`))
  const missing = await runScript('backup', [join(home, 'two'), withPicturesFlag], {
    DATA_DIR: dataDir,
  })
  expect(missing.stderr).toContain('are not there: 1.')
})

it('a backup includes the pictures of a bucket, and fails where the bucket is out of reach', async () => {
  const dataDir = join(home, 'data')
  const { imageId } = await createCohort(dataDir, 1)
  const s3 = await startS3Server()
  const settings = { DATA_DIR: dataDir, IMAGES_URL: s3.imagesUrl }
  const name = `${imageId}.sealed`
  const bytes = await readFile(join(dataDir, 'images', name))
  await createImageBucket(parseBucketUrl(s3.imagesUrl)).write(name, bytes)
  rmSync(join(dataDir, 'images'), { recursive: true })
  const args = [join(home, 'kept'), withPicturesFlag]
  const { stdout, stderr } = await runScript('backup', args, settings)
  const folder = stdout.split('\n')[0] ?? ''
  expect(stderr).toBe('')
  expect(await readFile(join(folder, 'images', name))).toEqual(bytes)
  s3.getFault = () => createS3Refusal(403, 'AccessDenied')
  const failure = await getFailure(runScript('backup', [join(home, 'none')], settings))
  const withPictures = [join(home, 'none'), withPicturesFlag]
  expect(failure).toBe('it did not fail')
  expect(await getFailure(runScript('backup', withPictures, settings))).toContain('answers 403')
  expect(readdirSync(join(home, 'none'))).toHaveLength(1)
  expect(await getFailure(runScript('restore', [folder], settings))).toContain(
    'Leave IMAGES_URL out, restore, and then run npm run move-images',
  )
  await s3.close()
})

it('a restore refuses existing data and a running server', async () => {
  const folder = await createBackup()
  const dataDir = join(home, 'data')
  expect(await getFailure(runScript('restore', [folder], { DATA_DIR: dataDir }))).toContain(
    'would be overwritten. Restore into an empty folder.',
  )
  await startServer(dataDir)
  expect(await getFailure(runScript('restore', [folder], { DATA_DIR: dataDir }))).toContain(
    'A server is using the folder',
  )
})

it('a restore refuses a backup with a changed byte, or an unfinished one', async () => {
  const folder = await createBackup()
  const restoreDir = join(home, 'again')
  appendFileSync(join(folder, 'institute.db'), 'x')
  expect(await getFailure(runScript('restore', [folder], { DATA_DIR: restoreDir }))).toContain(
    'institute.db is not as it was backed up. Nothing was restored.',
  )
  expect(existsSync(restoreDir)).toBe(false)
  rmSync(join(folder, 'manifest.json'))
  expect(await getFailure(runScript('restore', [folder], { DATA_DIR: restoreDir }))).toContain(
    'holds no finished backup',
  )
})

it('a restore never writes outside the folder, whatever the manifest says', async () => {
  const folder = await createBackup()
  const path = join(folder, 'manifest.json')
  const text = await readFile(path, 'utf8')
  await writeFile(path, text.replace(/"images\/[^"]+"/, '"images/../../away.sealed"'))
  const restoreDir = join(home, 'again')
  expect(await getFailure(runScript('restore', [folder], { DATA_DIR: restoreDir }))).toContain(
    'cannot be read',
  )
})

it('an interrupted restore can be continued', async () => {
  const folder = await createBackup()
  const restoreDir = join(home, 'again')
  await mkdir(join(restoreDir, 'restoring'), { recursive: true })
  await mkdir(join(restoreDir, 'images'))
  await writeFile(join(restoreDir, 'images', 'half.sealed'), 'x')
  await runScript('restore', [folder], { DATA_DIR: restoreDir })
  expect(readdirSync(join(restoreDir, 'images'))).toHaveLength(1)
  expect(readdirSync(join(restoreDir, 'images'))).not.toContain('half.sealed')
})

it('a backup says what else to do if the database is on PostgreSQL, or missing', async () => {
  const postgres = { DATABASE_URL: 'postgres://a@b/c' }
  expect(await getFailure(runScript('backup', [], postgres))).toContain('pg_dump')
  expect(await getFailure(runScript('restore', ['x'], postgres))).toContain('pg_restore')
  const into = join(home, 'kept')
  expect(await getFailure(runScript('backup', [into], { DATA_DIR: home }))).toContain('to back up')
  expect(readdirSync(into)).toEqual([])
})

async function createBackup(): Promise<string> {
  const dataDir = join(home, 'data')
  await createCohort(dataDir, 1)
  const { stdout } = await runScript('backup', [join(home, 'kept'), withPicturesFlag], {
    DATA_DIR: dataDir,
  })
  return stdout.split('\n')[0] ?? ''
}

/**
 * Students taking a test, the first with an identity image, in a folder that no server has opened
 * yet.
 */
async function createCohort(dataDir: string, count: number) {
  await mkdir(dataDir, { recursive: true })
  await writeFile(join(dataDir, 'image.key'), `${key.toString('hex')}\n`, { mode: 0o600 })
  const app = await createTestApp({ dataDir, now: () => Date.now() })
  const admin = await app.createAdmin()
  const exam = await createReleasedExam(admin, { questions: createQuestions(20) })
  const imageId = app.deps.newId()
  await app.deps.images.saveEncrypted(imageId, card)
  const candidates = []
  for (let index = 0; index < count; index++) {
    const overrides = index === 0 ? { front_image_id: imageId } : {}
    const student = await createStudent(app, `Student ${index}`, overrides)
    const { attemptId, paper } = await startAttempt(student, exam._id)
    const cookie = `session=${student.cookies.session}`
    const questionIds = paper.questions.map(({ _id }) => _id)
    candidates.push({ cookie, testId: exam._id, attemptId, questionIds })
  }
  await app.close({ keep: true })
  return { candidates, imageId }
}
