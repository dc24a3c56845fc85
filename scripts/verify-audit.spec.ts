import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createStudent } from '#test/factories.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

// Each spec starts several processes, and the machine may be busy.
vi.setConfig({ testTimeout: 60_000 })
const run = promisify(execFile)

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
  const admin = await app.createAdmin()
  const { id } = await createStudent(app)
  await admin.send('PUT', `/api/students/updateStudent/${id}`, { body: { fees: 5 } })
})
afterEach(() => app.close())

const runScript = async (name: 'backup' | 'verify-audit', ...args: string[]) => {
  const env = { ...process.env, DATA_DIR: app.dataDir }
  const program = join(import.meta.dirname, `${name}.ts`)
  return run(process.execPath, [program, ...args], { env }).then(
    ({ stdout }) => ({ code: 0, output: stdout.trim() }),
    ({ code, stderr }) => ({ code, output: String(stderr).trim() }),
  )
}

it('prints OK with the head while the server runs, and finds a removed tail with the head of an older backup', async () => {
  const whole = await runScript('verify-audit')
  expect(whole).toEqual({
    code: 0,
    output: expect.stringMatching(/^OK: 3 entries, head 3:[\w-]{43}$/),
  })
  const [, head = ''] = whole.output.split('head ')
  const { output } = await runScript('backup', join(app.dataDir, 'kept'))
  const backup = output.split('\n')[0] ?? ''
  expect(await runScript('verify-audit', backup)).toEqual(whole)
  expect(await runScript('verify-audit', head)).toEqual(whole)

  const sqlite = new Sqlite(join(app.dataDir, 'institute.db'))
  sqlite.exec('DROP TRIGGER audit_is_not_deleted; DELETE FROM audit WHERE sequence = 3')
  sqlite.exec('DELETE FROM audit_values WHERE sequence = 3')
  sqlite.close()
  expect(await runScript('verify-audit')).toMatchObject({ code: 0 })
  const broken = 'BROKEN at entry 3: the log ends here, but the kept head is entry 3.'
  expect(await runScript('verify-audit', backup)).toEqual({ code: 1, output: broken })
  expect(await runScript('verify-audit', head)).toEqual({ code: 1, output: broken })
})

it('prints its help when the head is invalid', async () => {
  const { code, output } = await runScript('verify-audit', 'nowhere')
  expect(code).toBe(1)
  expect(output).toContain('npm run verify-audit -- [head or folder of a backup]')
})
