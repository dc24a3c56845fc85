import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createImageFolder } from '#server/platform/images/image-files.ts'
import { openImageStore } from '#server/platform/images/image-store.ts'
import { createReleasedExam, createStudent, startAttempt } from '#test/factories.ts'
import { createTestApp } from '#test/test-app.ts'
import { checkDatabase } from './copy-database.ts'
import { toBackupFile } from './manifest.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

/** The key of test apps. */
const key = '07'.repeat(32)
const otherKey = '08'.repeat(32)
const pictures = { front: 'front side', back: 'back side', question: 'a circuit' }

let home: string
let dataDir: string
let target: string
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'restored-'))
  dataDir = join(home, 'data')
  target = join(home, 'again')
  mkdirSync(dataDir)
  await fillInstitute()
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

/** Pictures of each kind, the institute's own files, and a student in a test. */
async function fillInstitute() {
  const app = await createTestApp({ dataDir, now: () => Date.now() })
  const admin = await app.createAdmin()
  const exam = await createReleasedExam(admin)
  const { db, images } = app.deps
  await images.saveEncrypted('front', Buffer.from(pictures.front))
  await images.saveEncrypted('back', Buffer.from(pictures.back))
  await images.save('question', Buffer.from(pictures.question))
  await db.write((tx) =>
    tx
      .insertInto('images')
      .values({ id: 'question', width: 1, height: 1, created_at: 0 })
      .execute(),
  )
  const sides = { front_image_id: 'front', back_image_id: 'back' }
  const student = await createStudent(app, 'Priya Nair', sides)
  await startAttempt(student, exam._id)
  await app.close({ keep: true })
  const own = join(home, 'own', 'pictures')
  mkdirSync(own, { recursive: true })
  writeFileSync(join(own, 'logo.svg'), '<svg/>')
  writeFileSync(join(home, 'own', 'site.ts'), 'export const name = 1')
}

const backUp = (imageKey: string | undefined) =>
  writeBackup({
    dataDir,
    images: createImageFolder(join(dataDir, 'images')),
    imageKey,
    ownFolder: join(home, 'own'),
    withIdentityPictures: true,
    into: join(home, 'kept'),
    at: new Date(1_800_000_000_000),
  })

const restore = (from: string, imageKey?: string) =>
  restoreBackup({ from, dataDir: target, imagesFolder: join(target, 'images'), imageKey })

/** Every row of every table. */
function readRows(folder: string) {
  const database = new Sqlite(join(folder, 'institute.db'), { readonly: true })
  const tables = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .pluck()
    .all() as string[]
  const rows = tables.map((table) => [table, database.prepare(`SELECT * FROM "${table}"`).all()])
  database.close()
  return rows
}

/** Every file below a folder but the database and what a process locks. */
function readFiles(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()
  const files = names.filter(
    (name) => !/institute\.db|\.lock$/.test(name) && statSync(join(folder, name)).isFile(),
  )
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(folder, name), 'hex')]))
}

it.each([
  { title: 'the key lies in the folder', inFolder: true, setting: undefined },
  { title: 'the key is a setting', inFolder: false, setting: key },
])('a restore has every row, picture and key of the institute where $title', async (row) => {
  if (row.inFolder) writeFileSync(join(dataDir, 'image.key'), `${key}\n`, { mode: 0o600 })
  else rmSync(join(dataDir, 'image.key'), { force: true })
  const { folder, manifest } = await backUp(row.setting)
  expect(manifest.warnings).toEqual([])
  await restore(folder)

  expect(readRows(target)).toEqual(readRows(dataDir))
  const keyFile = { 'image.key': Buffer.from(`${key}\n`).toString('hex') }
  const original: Record<string, string> = { ...readFiles(dataDir), ...keyFile }
  const restored = readFiles(target)
  const expected = Object.keys(original).filter((name) => /images|key$/.test(name))
  expect(expected).toEqual(
    expect.arrayContaining([
      'image.key',
      'images/back.sealed',
      'images/front.sealed',
      'images/question.png',
    ]),
  )
  expect(restored).toEqual(Object.fromEntries(expected.map((name) => [name, original[name]])))
  const images = await openImageStore({
    files: createImageFolder(join(target, 'images')),
    keys: [Buffer.from(key, 'hex')],
  })
  expect(String(await images.loadEncrypted('front'))).toBe(pictures.front)
  expect(String(await images.loadEncrypted('back'))).toBe(pictures.back)
  expect(String(await images.load('question'))).toBe(pictures.question)
  expect(readFiles(join(folder, 'institute'))).toEqual(readFiles(join(home, 'own')))
})

it('restored files can be read by their owner only, whatever the medium had', async () => {
  const { folder } = await backUp(key)
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  for (const name of names) chmodSync(join(folder, name), 0o755)
  await restore(folder)
  const files = Object.keys(readFiles(target)).concat('institute.db')
  const modes = files.map((name) => [name, (statSync(join(target, name)).mode & 0o777).toString(8)])
  expect(modes).toEqual(files.map((name) => [name, '600']))
})

it('a restore with another IMAGE_KEY is refused before anything is written', async () => {
  const { folder } = await backUp(key)
  await expect(restore(folder, otherKey)).rejects.toThrow('its identity images would be lost')
  expect(existsSync(target)).toBe(false)
  await restore(folder, `${otherKey},${key}`)
  expect(existsSync(join(target, 'image.key'))).toBe(false)
})

it.each(['image.key', 'secret.key', 'institute.db', 'images/other.png'])(
  'a restore overwrites no %s that lies there',
  async (name) => {
    const { folder } = await backUp(key)
    mkdirSync(join(target, 'images'), { recursive: true })
    writeFileSync(join(target, name), 'precious')
    await expect(restore(folder)).rejects.toThrow('would be overwritten')
    expect(readFileSync(join(target, name), 'utf8')).toBe('precious')
  },
)

it.each([
  { when: 'before', left: ['restoring/institute.db', 'images.restoring/half.png'] },
  { when: 'after', left: ['restoring/institute.db', 'images/half.png'] },
])('a restore that ended $when its pictures were in place begins again', async ({ left }) => {
  const { folder } = await backUp(key)
  for (const name of left) {
    mkdirSync(dirname(join(target, name)), { recursive: true })
    writeFileSync(join(target, name), 'half')
  }
  await restore(folder)
  expect(readRows(target)).toEqual(readRows(dataDir))
  const names = Object.keys(readFiles(target)).filter((name) => !name.endsWith('key'))
  expect(names).toEqual(['images/back.sealed', 'images/front.sealed', 'images/question.png'])
})

it('a restore refuses a backup that lacks a byte, a file or its end, and says which', async () => {
  const { folder } = await backUp(key)
  const picture = join(folder, 'images', 'question.png')
  const refusal = (words: string) => expect(restore(folder)).rejects.toThrow(words)
  writeFileSync(picture, 'another')
  await refusal('images/question.png is not as it was backed up. Nothing was restored.')
  rmSync(picture)
  await refusal('images/question.png is missing in the backup')
  writeFileSync(join(folder, 'manifest.json'), '{')
  await refusal(`manifest.json in ${folder} cannot be read.`)
  rmSync(join(folder, 'manifest.json'))
  await refusal('holds no finished backup')
  expect(existsSync(target)).toBe(false)
})

it('a database that is not there is not intact', () => {
  expect(() => checkDatabase(join(home, 'nothing.db'))).toThrow()
  expect(existsSync(join(home, 'nothing.db'))).toBe(false)
})

it('a database that is not intact is neither backed up nor restored', async () => {
  const path = join(dataDir, 'institute.db')
  const { folder } = await backUp(key)
  const intact = join(home, 'intact')
  renameSync(folder, intact)
  const database = new Sqlite(path)
  database.unsafeMode()
  database.pragma('writable_schema = ON')
  database
    .prepare("UPDATE sqlite_schema SET sql = replace(sql, ?, ?) WHERE name = 'students'")
    .run('other_course TEXT', 'other_course TEXT NOT NULL')
  database.close()
  expect(() => checkDatabase(path)).toThrow('is damaged')
  await expect(backUp(key)).rejects.toThrow()
  expect(readdirSync(join(home, 'kept'))).toEqual([])

  const manifest = join(intact, 'manifest.json')
  copyFileSync(path, join(intact, 'institute.db'))
  const { files, ...others } = JSON.parse(readFileSync(manifest, 'utf8'))
  const damaged = toBackupFile('institute.db', readFileSync(path))
  writeFileSync(manifest, JSON.stringify({ ...others, files: [damaged, ...files.slice(1)] }))
  await expect(restore(intact)).rejects.toThrow('is damaged')
  expect(existsSync(join(target, 'institute.db'))).toBe(false)
})
