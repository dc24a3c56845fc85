import { execFile } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSqlite } from './sqlite.ts'

let dataDir: string
let file: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'database-file-'))
  file = join(dataDir, 'institute.db')
})
afterEach(() => {
  chmodSync(dataDir, 0o700)
  rmSync(dataDir, { recursive: true, force: true })
})

async function open() {
  const db = await openSqlite({
    dataDir,
    onDiskFault: (error) => {
      throw error
    },
  })
  await db.close()
}

describe('an expected database is never created again', () => {
  const evidence: readonly (readonly [string, () => void])[] = [
    ['the log', () => writeFileSync(`${file}-wal`, 'the last answers')],
    ['the image.key', () => writeFileSync(join(dataDir, 'image.key'), 'ab'.repeat(32))],
    [
      'the folder of images',
      () => {
        mkdirSync(join(dataDir, 'images'))
        writeFileSync(join(dataDir, 'images', 'a.sealed'), 'x')
      },
    ],
  ]

  it.each(evidence)('when it is missing beside %s', async (name, leave) => {
    leave()
    await expect(open()).rejects.toThrow(`${file} is missing, but ${name} of an institute is there`)
    await expect(open()).rejects.toThrow('npm run restore -- ')
    expect(existsSync(file)).toBe(false)
  })

  it.each(evidence)('when it is empty beside %s', async (name, leave) => {
    await open()
    truncateSync(file)
    leave()
    await expect(open()).rejects.toThrow(`${file} is empty, but ${name} of an institute is there`)
    expect(statSync(file).size).toBe(0)
  })

  it('when a restore was interrupted before it put the file there', async () => {
    mkdirSync(join(dataDir, 'restoring'))
    writeFileSync(join(dataDir, 'image.key'), 'ab'.repeat(32))
    await expect(open()).rejects.toThrow('was not finished')
    await expect(open()).rejects.toThrow('Run npm run restore again')
    expect(existsSync(file)).toBe(false)
  })

  it('although a first start that was killed at once can be repeated', async () => {
    writeFileSync(join(dataDir, 'secret.key'), 'ab'.repeat(32))
    writeFileSync(join(dataDir, 'instance.lock'), '')
    mkdirSync(join(dataDir, 'images'))
    writeFileSync(file, '')
    await open()
    expect(statSync(file).size).toBeGreaterThan(0)
  })
})

describe('an unusable database is refused and not changed', () => {
  it.each([
    ['overwritten', () => writeFileSync(file, 'no database '.repeat(1_000))],
    ['cut in half', () => truncateSync(file, statSync(file).size / 2)],
  ])('when it is %s', async (_how, damage) => {
    await open()
    damage()
    const before = readFileSync(file)
    await expect(open()).rejects.toThrow(`${file} is damaged`)
    await expect(open()).rejects.toThrow('npm run restore -- ')
    expect(readFileSync(file).equals(before)).toBe(true)
  })

  it('when a newer version created it', async () => {
    await open()
    const sqlite = new Sqlite(file)
    sqlite.exec(`INSERT INTO migrations VALUES ('9999-of-tomorrow.sql')`)
    sqlite.close()
    await expect(open()).rejects.toThrow(
      'made by a newer version (it has 9999-of-tomorrow.sql). Start that version instead.',
    )
  })

  it.each([
    ['its folder', () => chmodSync(dataDir, 0o555), () => dataDir],
    ['the file', () => chmodSync(file, 0o444), () => file],
  ])('when %s is read-only', async (_what, protect, getPath) => {
    await open()
    chmodSync(dataDir, 0o777)
    chmodSync(file, 0o666)
    protect()
    const before = readFileSync(file)
    await expect(lockAsOtherUser()).rejects.toThrow(`${getPath()} cannot be written to (EACCES)`)
    expect(readFileSync(file).equals(before)).toBe(true)
  })
})

/** Root may write anywhere, so it becomes nobody. */
async function lockAsOtherUser() {
  const lock = new URL('./instance-lock.ts', import.meta.url).href
  const script = `
    const { acquireInstanceLock } = await import(${JSON.stringify(lock)})
    acquireInstanceLock(${JSON.stringify(dataDir)})`
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], user)
}
