import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openSqlite } from '#server/database/sqlite.ts'
import { hasStrace, toStraceCommand } from '../strace.ts'
import { runDiskError } from './run-disk-errors.ts'

it.skipIf(!hasStrace)(
  'a failed fsync of an answer ends the server with a message, and nothing acknowledged is lost',
  async () => {
    const report = await runDiskError({ calls: 'fsync', ordinal: 20 }, 1)
    expect(report).toMatchObject({ outcome: 'ended', broken: [] })
    expect(report.answers).toBeGreaterThan(0)
  },
  60_000,
)

it.skipIf(!hasStrace)('a database whose log may vanish in a power cut is not opened', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'disk-errors-'))
  const onDiskFault = (error: unknown) => {
    throw error
  }
  try {
    await (await openSqlite({ dataDir, onDiskFault })).close()
    const [program, ...args] = [
      ...toStraceCommand({ log: '/dev/null', calls: ['fsync'], inject: 'fsync:error=EIO:when=1' }),
      ...[process.execPath, join(import.meta.dirname, '../migration-kill/open-database.ts')],
    ]
    const { status, stderr } = spawnSync(program as string, args, {
      env: { ...process.env, DATA_DIR: dataDir },
    })
    expect({ status, stderr: String(stderr) }).toEqual({
      status: 1,
      stderr: expect.stringContaining('EIO: i/o error, fsync'),
    })
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})
