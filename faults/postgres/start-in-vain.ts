import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'

const mainPath = join(import.meta.dirname, '../../server/main.ts')

/** Starts a server that is to refuse. @returns how it ends, and what it has printed by then */
export async function startInVain(databaseUrl: string, dataDir: string) {
  const child = spawn(process.execPath, [mainPath], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let printed = ''
  child.stdout.on('data', (chunk) => (printed += chunk))
  child.stderr.on('data', (chunk) => (printed += chunk))
  const [code] = await once(child, 'close')
  return { code, printed }
}

/** The refusal of a PgBouncer that gives each transaction another connection. */
export const refusedPooler = {
  code: 1,
  printed: expect.stringMatching(
    /^Could not start: DATABASE_URL leads through a pooler .* Set pool_mode = session .*\n$/,
  ),
}
