import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { compressFiles } from './compress-files.ts'
import { root, runCommand } from './run-command.ts'

/** What the built screens are made of; PUBLIC_URL stands in their canonical links and sitemap. */
const inputs = [
  '{web,contract,core}/**/*.*',
  'site.config.ts',
  'vite.config.ts',
  'react-router.config.ts',
  'package-lock.json',
]
const stamp = join(root, 'build/.inputs')

/** Builds the screens, but only if what they are made of has changed since. */
export async function buildWeb(): Promise<void> {
  const now = hashOfInputs()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return

  console.log('Building the screens, since they have changed. This takes a minute.')
  rmSync(stamp, { force: true })
  const code = await runCommand('react-router', ['build', '--logLevel', 'warn'], {
    NODE_ENV: 'production',
  })
  if (code !== 0) throw new Error('The screens could not be built; the reason stands above.')
  await compressFiles(join(root, 'build/client'))
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, now)
}

export function hashOfInputs(): string {
  const hash = createHash('sha256').update(process.env.PUBLIC_URL ?? '')
  for (const path of globSync(inputs, { cwd: root }).toSorted()) {
    if (/\.spec\.tsx?$/.test(path)) continue
    const content = readFileSync(join(root, path))
    hash.update(`\n${path} ${content.length}\n`).update(content)
  }
  return hash.digest('hex')
}

if (import.meta.main) await buildWeb()
