import { execFile } from 'node:child_process'
import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, it, vi } from 'vitest'
import { encrypt, parseKeyRing } from '#server/platform/images/image-encryption.ts'

// Nine commands, each in a process of its own.
vi.setConfig({ testTimeout: 180_000 })
const run = promisify(execFile)
const key = 'ab'.repeat(32)
let home: string
afterEach(() => rmSync(home, { recursive: true, force: true }))

/** Ordered so that each finds what it needs; the server itself has its own specs. */
const invocations: readonly (readonly [tool: string, ...args: string[]])[] = [
  ['admin', 'add', 'asha@example.com'],
  ['verify-audit'],
  ['rotate-image-key', '--yes'],
  ['set-images-aside'],
  ['move-images'],
  ['backup', 'backups'],
  ['doctor'],
  ['move-to-postgres'],
  ['restore', 'backups/*'],
]

/** The doctor may find errors, and there is nothing to move to. */
const mayFail = ['doctor', 'move-images', 'move-to-postgres']
const nowhere = 'postgres://127.0.0.1:1/nowhere'

it('the list covers every command that opens an institute', () => {
  home = mkdtempSync(join(tmpdir(), 'tools-'))
  const openingScripts = globSync(join(import.meta.dirname, '*.ts')).filter(
    (path) => !/\.spec\.ts$/.test(path) && /readConfig\(/.test(readFileSync(path, 'utf8')),
  )
  // The demo holds no real data, and closes its own folder (demo.spec.ts). `start` takes the lock
  // that the server takes right after it.
  const names = openingScripts
    .map((path) => basename(path, '.ts'))
    .filter((name) => !['demo', 'start'].includes(name))
  expect(names.toSorted()).toEqual(invocations.map(([script]) => script).toSorted())
})

it('no command creates a file that other users may read, even before the first start', async () => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'tools-')))
  for (const [script, ...args] of invocations) {
    if (script === 'rotate-image-key') writePicture(join(home, 'data'))
    const found = args.map((arg) =>
      arg.includes('*') ? (globSync(join(home, arg))[0] ?? '') : arg.replace(/^(?!--)/, `${home}/`),
    )
    const data = script === 'restore' ? 'restored' : 'data'
    await run(
      'sh',
      [
        '-c',
        'umask 022 && exec "$0" "$@"',
        process.execPath,
        join(import.meta.dirname, `${script}.ts`),
      ].concat(script === 'admin' ? args : found),
      {
        cwd: home,
        env: {
          ...process.env,
          DATA_DIR: join(home, data),
          ...(script === 'move-to-postgres' && { DATABASE_URL: nowhere }),
        },
      },
    ).catch(({ code, stderr }) => {
      if (!mayFail.includes(script) || code !== 1) throw new Error(stderr)
    })
  }
  const made = readdirSync(home, { recursive: true, encoding: 'utf8' })
  expect(made).toEqual(expect.arrayContaining(['data/institute.db', 'restored/institute.db']))
  const readable = made.filter((path) => (statSync(join(home, path)).mode & 0o077) !== 0)
  expect(readable).toEqual([])
})

/** As the server does with the first one. */
function writePicture(dataDir: string) {
  writeFileSync(join(dataDir, 'image.key'), key, { mode: 0o600 })
  mkdirSync(join(dataDir, 'images'), { mode: 0o700, recursive: true })
  const encrypted = encrypt(parseKeyRing(key, 'image.key'), 'a', Buffer.from('a picture'))
  writeFileSync(join(dataDir, 'images/a.sealed'), encrypted, { mode: 0o600 })
}
