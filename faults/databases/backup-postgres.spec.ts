import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toDriverUrl } from '#server/database/postgres-url.ts'
import { createCertificate } from '#test/certificate.ts'
import {
  type Cluster,
  createCluster,
  findPostgresPrograms,
  readPostgresOwner,
} from '../postgres/debian-cluster.ts'
import { runSql } from '../postgres/ledger.ts'

const script = join(import.meta.dirname, '../../deploy/backup-postgres')

let folder: string
let certificate: string
let cluster: Cluster | undefined

beforeAll(async () => {
  if (findMissing() !== null) return
  folder = mkdtempSync(join(tmpdir(), 'backup-postgres-'))
  cluster = await createCluster()
  certificate = await turnOnTls(cluster, folder)
}, 120_000)

afterAll(async () => {
  await cluster?.remove()
  rmSync(folder ?? '', { recursive: true, force: true })
})

function findMissing(): string | null {
  try {
    findPostgresPrograms()
    return null
  } catch (error) {
    return String(error)
  }
}

/** Nobody connects without TLS afterwards. @returns its certificate, signed by itself */
async function turnOnTls({ url }: Cluster, folder: string): Promise<string> {
  const files = createCertificate(folder)
  const { uid, gid } = readPostgresOwner()
  if (uid !== undefined && gid !== undefined) {
    chownSync(files.key, uid, gid)
    chmodSync(folder, 0o755)
  }
  await runSql(url, 'CREATE TABLE answers (answer text)')
  await runSql(url, `ALTER SYSTEM SET ssl_cert_file = '${files.certificate}'`)
  await runSql(url, `ALTER SYSTEM SET ssl_key_file = '${files.key}'`)
  await runSql(url, 'ALTER SYSTEM SET ssl = on')
  const [row] = await runSql<{ hba_file: string }>(url, 'SHOW hba_file')
  writeFileSync(row?.hba_file ?? '', 'hostssl all all 127.0.0.1/32 trust\n')
  await runSql(url, 'SELECT pg_reload_conf()')
  return files.certificate
}

async function connect(url: string) {
  const client = new Client({ connectionString: toDriverUrl(url) })
  try {
    await client.connect()
    const { rows } = await client.query('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()')
    return rows[0].ssl
  } finally {
    await client.end()
  }
}

/** @returns the tables in the dump. @throws with what is printed */
function backUp(url: string): string {
  const dumps = mkdtempSync(join(folder, 'dumps-'))
  execFileSync(script, [dumps], {
    env: { PATH: process.env.PATH, HOME: dumps, DATABASE_URL: url },
    encoding: 'utf8',
    stdio: 'pipe',
  })
  const names = readdirSync(dumps).toSorted()
  expect(names).toEqual([
    expect.stringMatching(/\.dump$/),
    expect.stringMatching(/\.dump\.sha256$/),
  ])
  const restore = join(findPostgresPrograms(), 'pg_restore')
  return execFileSync(restore, ['--list', join(dumps, names[0] ?? '')], { encoding: 'utf8' })
}

const missing = findMissing()

describe.skipIf(missing !== null)(`deploy/backup-postgres over TLS ${missing ?? ''}`, () => {
  it.each([
    'sslmode=no-verify',
    'application_name=academy&sslmode=no-verify&connect_timeout=5',
    'sslmode=require&uselibpqcompat=true',
    'uselibpqcompat=true&sslmode=require',
    'ssl=true&sslrootcert=CERTIFICATE',
    'ssl=1&sslrootcert=CERTIFICATE',
    'sslmode=prefer&sslrootcert=CERTIFICATE',
    'sslmode=require&sslrootcert=CERTIFICATE',
    'sslmode=verify-ca&sslrootcert=CERTIFICATE',
    'sslmode=verify-full&sslrootcert=CERTIFICATE',
  ])('dumps the database that a server with ?%s uses', async (search) => {
    const url = `${cluster?.url}?${search.replace('CERTIFICATE', certificate)}`
    expect(await connect(url)).toBe(true)
    expect(backUp(url)).toContain('TABLE DATA public answers')
  })

  it.each(['verify-ca', 'verify-full'])(
    'trusts with sslmode=%s the machine’s certificates, as the server does',
    async (mode) => {
      const url = `${cluster?.url}?sslmode=${mode}`
      await expect(connect(url)).rejects.toThrow(/self-signed certificate/)
      expect(() => backUp(url)).toThrow(/certificate verify failed/)
    },
  )
})
