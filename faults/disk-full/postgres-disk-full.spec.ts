import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { get, post } from '#test/server-process.ts'
import { createInstitute, startProcess } from '../postgres/institute.ts'
import { runSql } from '../postgres/ledger.ts'
import { collectLogLines, linesOfFullDisk } from './log-lines.ts'
import { fillDisk, freeDisk } from './small-disk.ts'
import { canRunSmallPostgres, startSmallPostgres } from './small-postgres.ts'

it.skipIf(!canRunSmallPostgres())(
  'a full disk of PostgreSQL is logged once, reported by /healthz, and over when there is space again',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'postgres-full-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const postgres = await startSmallPostgres(folder)
    onTestFinished(postgres.stop)
    const databaseUrl = postgres.url
    const [seat] = await createInstitute({ databaseUrl, folder, students: 1 })
    const server = await startProcess({ databaseUrl, folder, name: 'one' })
    onTestFinished(server.kill)
    const lines = collectLogLines(server)
    let count = 0
    const enquire = async () => {
      count += 1
      const body = {
        name: 'Priya Nair',
        email: `priya${count}@example.com`,
        contact: '+91 98200 00001',
        course: 'Backend Development',
        message: 'May I ask? '.repeat(80),
      }
      return (await post(`${server.url}/api/enquiries`, { body })).status
    }
    const getHealth = async () => (await fetch(`${server.url}/healthz`)).status
    expect(await enquire()).toBe(201)
    // From then on a heartbeat overwrites its row, and has an old place to go to.
    const countHeartbeats = async () => (await runSql(databaseUrl, 'TABLE heartbeats')).length
    await expect.poll(countHeartbeats).toBe(1)

    // A checkpoint of its own accord would delete an old log file, and so make room again.
    await runSql(databaseUrl, 'CHECKPOINT')
    fillDisk(postgres.disk)
    // Pages that have room are still written to, one after the other.
    let refusedInARow = 0
    for (let n = 0; n < 500 && refusedInARow < 10; n++)
      refusedInARow = (await enquire()) === 507 ? refusedInARow + 1 : 0
    expect(refusedInARow).toBe(10)
    for (let n = 0; n < 30; n++) expect(await enquire()).toBe(507)
    const paper = await get(`${server.url}/api/students/get-questions/${seat?.testId}`, seat)
    expect(paper.status).toBe(200)
    await expect.poll(getHealth, { interval: 500 }).toBe(503)
    await sleep(2_000)
    expect(lines.map(({ msg }) => msg)).toEqual(linesOfFullDisk.slice(0, 1))

    freeDisk(postgres.disk)
    await expect.poll(getHealth).toBe(200)
    expect(await enquire()).toBe(201)
    expect(lines.map(({ msg }) => msg)).toEqual(linesOfFullDisk)
  },
  120_000,
)
