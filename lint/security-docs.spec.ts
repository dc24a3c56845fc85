import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { retention } from '#core/students/retention.ts'
import { describeTerm } from '#core/students/retention-terms.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const tables = ['input-and-browser', 'accounts', 'platform'].map(
  (name) => `docs/security/${name}.md`,
)
const pages = ['docs/security.md', 'SECURITY.md', ...tables]
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const row = /^\| (\d+\.\d+\.\d+) \| ([12]) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm
const rows = tables.flatMap((path) =>
  [...read(path).matchAll(row)].map(([, id, level, , verdict = '', where = '']) => ({
    id,
    level: Number(level),
    verdict: verdict.replaceAll('*', '').trim(),
    where: where.trim(),
  })),
)
const countRows = (level: number, verdict?: string) =>
  rows.filter((one) => one.level === level && (!verdict || one.verdict === verdict)).length

describe('the tables of ASVS 5', () => {
  it('have every requirement of levels 1 and 2 once', () => {
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
    expect([countRows(1), countRows(2)]).toEqual([70, 183])
  })

  it('use three verdicts, each with a place or a reason', () => {
    const known = ['met', 'not met', 'not applicable']
    expect(rows.filter(({ verdict }) => !known.includes(verdict))).toEqual([])
    expect(rows.filter(({ where }) => where.length < 4)).toEqual([])
  })

  it('fail no requirement of level 1 and at most five of level 2', () => {
    expect(countRows(1, 'not met')).toBe(0)
    expect(countRows(2, 'not met')).toBeLessThanOrEqual(5)
  })

  it('are counted correctly on the page that links to them', () => {
    const lines = ['met', 'not met', 'not applicable'].map(
      (verdict) => `| ${verdict} | ${countRows(1, verdict)} | ${countRows(2, verdict)} |`,
    )
    for (const line of lines) expect(read('docs/security.md')).toContain(line)
  })
})

it.each(pages)('%s names only files and commands that exist', (page) => {
  const text = read(page)
  const quoted = [...text.matchAll(/`([^`\n]+)`/g)].map(([, word = '']) => word)
  const folders =
    /^(core|contract|server|web|simulated-class|test|e2e|bench|faults|demo|scripts|programs|lint|docs)\/[\w./-]+$/
  const missing = quoted.filter((word) => folders.test(word) && !existsSync(join(root, word)))
  expect(missing).toEqual([])
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const commands = [...text.matchAll(/npm run ([a-z0-9-]+)/g)].map(([, name = '']) => name)
  expect(commands.filter((name) => !(name in scripts))).toEqual([])
})

it.each(Object.values(retention))('the inventory states how long this is kept: $what', (rule) => {
  const line = read('docs/security.md')
    .split('\n')
    .find((one) => one.startsWith(`| ${rule.what} |`))
  expect(line).toMatch(/^\| [^|]+ \| [ABCD] \| [^|?]+ \| /)
  expect(line).toContain(`| ${describeTerm(rule)} |`)
})
