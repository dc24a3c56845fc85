import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '#test/server-process.ts'

const program = '/usr/sbin/pgbouncer'

export const isInstalled = () => existsSync(program)

export const howToInstall =
  "This needs Debian's PgBouncer: apt-get install -y --no-install-recommends pgbouncer"

type PgbouncerOptions = {
  readonly folder: string
  /** The database's address; its server trusts this machine. */
  readonly databaseUrl: string
  readonly mode: 'session' | 'transaction' | 'statement'
}

/** Debian's PgBouncer in front of a PostgreSQL, with its file in this folder. */
export async function runPgbouncer({ folder, databaseUrl, mode }: PgbouncerOptions) {
  const { hostname, port: databasePort, username } = new URL(databaseUrl)
  const port = await findFreePort()
  const file = join(folder, `pgbouncer-${mode}.ini`)
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${databasePort} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
`,
  )
  // It refuses to be root.
  const user = process.getuid?.() === 0 ? ['-u', 'postgres'] : []
  const child = spawn(program, ['-q', ...user, file], { stdio: ['ignore', 'ignore', 'ignore'] })
  for (let tries = 1; !(await canConnect(port)); tries++) {
    if (child.exitCode !== null || tries > 100) throw new Error('PgBouncer did not start')
    await sleep(50)
  }
  const url = new URL(databaseUrl)
  url.port = String(port)
  return {
    url: url.href,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

async function canConnect(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
