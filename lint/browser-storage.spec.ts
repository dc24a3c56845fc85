import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { storedItems } from '#web/client/browser-storage.ts'
import { listSourceFiles } from './source-files.ts'

/** Storage that outlives a page, and the one file that may touch it. */
const storageUses = [
  {
    what: 'storage',
    uses: /\b(local|session)Storage\b/,
    allowedIn: 'web/client/browser-storage.ts',
  },
  {
    what: 'a database',
    uses: /\bindexedDB\b|\bopenDB\b|from 'idb'/,
    allowedIn: 'web/student/quiz/offline/device-database.ts',
  },
  { what: 'a cache or a worker of its own', uses: /\bcaches\b|serviceWorker/, allowedIn: null },
  {
    what: 'a cookie',
    uses: /document\.cookie|cookieStore/,
    allowedIn: 'web/client/browser-cookies.ts',
  },
  { what: 'a name of the window', uses: /window\.name\b/, allowedIn: null },
]

const sources = listSourceFiles().filter(
  (path) => /^web\/.*\.tsx?$/.test(path) && !/\.spec\./.test(path),
)

describe('browser storage', () => {
  it.each(storageUses)('$what is used in one file only', ({ uses, allowedIn }) => {
    const users = sources.filter((path) => uses.test(readCode(path)))
    expect(users).toEqual(allowedIn === null ? [] : [allowedIn])
  })

  it('has an owner for every name', () => {
    for (const [name, { owner }] of Object.entries(storedItems)) {
      expect(['account', 'visitor', 'device'], name).toContain(owner)
    }
  })
})

function readCode(path: string): string {
  return readFileSync(path, 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')
}
