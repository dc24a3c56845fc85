import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createStudent } from '#test/factories.ts'
import type { TestApp } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'
import { claimDataFolder, claimImages } from './claim-institute.ts'
import { refuseForgottenMove } from './forgotten-move.ts'

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.close())

const toPath = (...names: string[]) => join(app.dataDir, ...names)
const readId = (...names: string[]) => readFileSync(toPath(...names, 'institute.id'), 'utf8').trim()
const addPicture = async (id: string) => {
  await app.deps.images.saveEncrypted(id, Buffer.from('a picture'))
  return id
}
const claimBoth = async () => {
  await claimDataFolder(app.deps, app.dataDir)
  await claimImages(app.deps)
}

it('the claim writes one id to the database, the data folder and the pictures, and keeps it', async () => {
  await claimBoth()
  const id = readId()
  expect(id).toMatch(/^[\w-]{22}$/)
  expect(readId('images')).toBe(id)
  await claimBoth()
  expect(readId()).toBe(id)
  const rows = await app.deps.db.read.selectFrom('institute').selectAll().execute()
  expect(rows).toEqual([{ id }])
  const second = app.deps.db.write((tx) =>
    tx.insertInto('institute').values({ id: 'another' }).execute(),
  )
  await expect(second).rejects.toThrow(/unique/i)
})

it('processes that start at the same moment all use one id', async () => {
  await Promise.all([claimBoth(), claimBoth(), claimBoth()])
  const [{ id } = { id: '' }] = await app.deps.db.read.selectFrom('institute').selectAll().execute()
  await claimBoth()
  expect([readId(), readId('images')]).toEqual([id, id])
})

it('the claim includes pictures of an institute from an earlier version', async () => {
  await app.createAdmin()
  await createStudent(app, 'Priya', { front_image_id: await addPicture('front') })
  await claimBoth()
  expect(readId('images')).toBe(readId())
})

describe('the claim refuses', () => {
  it.each(['', 'images'])('a place with the id of another: %s', async (folder) => {
    await app.createAdmin()
    mkdirSync(toPath(folder), { recursive: true })
    writeFileSync(toPath(folder, 'institute.id'), 'another\n')
    await expect(claimBoth()).rejects.toThrow('belongs to another institute than the database')
    expect(readId(folder)).toBe('another')
  })

  it('an empty database beside a single picture', async () => {
    await addPicture('front')
    await expect(claimBoth()).rejects.toThrow('has 1 picture, and the database names none of them')
    expect(existsSync(toPath('images', 'institute.id'))).toBe(false)
  })

  it('an empty database beside emails that wait in the outbox', async () => {
    mkdirSync(app.outboxFolder, { recursive: true })
    writeFileSync(join(app.outboxFolder, '2026-11-20T04-30-00_result_abc.eml'), 'x')
    await expect(claimBoth()).rejects.toThrow('has 1 email in its outbox')
  })

  it('a database that names none of many pictures', async () => {
    await app.createAdmin()
    for (const id of ['one', 'two', 'three']) await addPicture(id)
    await expect(claimBoth()).rejects.toThrow('the database names none of them')
    rmSync(toPath('images', 'three.sealed'))
    await claimBoth()
  })

  it('an empty database beside an institute on SQLite', async () => {
    const dataDir = toPath('other')
    mkdirSync(dataDir)
    const input = { db: app.deps.db.read, dataDir, place: 'academy on db.example' }
    await refuseForgottenMove(input)
    writeFileSync(join(dataDir, 'institute.db'), '')
    await expect(refuseForgottenMove(input)).rejects.toThrow(
      'The database academy on db.example is empty, but',
    )
    await app.createAdmin()
    await refuseForgottenMove(input)
  })
})
