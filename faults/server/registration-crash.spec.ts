import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createRegistrationForm } from '#test/factories.ts'
import { pickByRunLength } from '#test/long-run.ts'
import { type Server, startServer } from '#test/server-process.ts'
import { openUploadConnection } from '#test/upload-connection.ts'

let dataDir: string
let server: Server | undefined
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'kill-'))
})
afterEach(async () => {
  await server?.kill()
  rmSync(dataDir, { recursive: true, force: true })
})

const kills = pickByRunLength(30, 1)

it(
  'a form resent after kill -9 registers once, and nothing of the aborted one remains',
  async () => {
    for (let kill = 0; kill < kills; kill += 1) {
      const { url, kill: killServer } = await startTestServer()
      const email = `priya${kill}@example.com`
      const headers = { 'idempotency-key': `a-key-made-by-form-${kill}` }
      const form = () => createRegistrationForm({ email })
      const interrupted = await openUploadConnection(url, {
        form: createRegistrationForm({}, { aadharFront: Buffer.alloc(2_000_000, 'CANARY') }),
      })
      interrupted.send(1_500_000)
      const first = await openUploadConnection(url, { form: form(), headers })
      first.send()
      await Promise.race([first.status, sleep(20 + ((kill * 7) % 90))])
      await killServer()
      expect(readdirSync(join(dataDir, 'spool'))).toEqual([])

      const restarted = await startTestServer()
      const second = await openUploadConnection(restarted.url, { form: form(), headers })
      second.send()
      expect(await second.status).toBe(201)
      await restarted.kill()
      expect(countStudents()).toBe(kill + 1)
    }
  },
  pickByRunLength(600_000, 60_000),
)

async function startTestServer() {
  server = await startServer({ dataDir })
  return server
}

function countStudents() {
  const database = new Sqlite(join(dataDir, 'institute.db'), { readonly: true })
  const count = database.prepare('SELECT count(*) FROM students').pluck().get()
  database.close()
  return count
}
