import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { storedItems } from '#web/client/browser-storage.ts'
import { ourFiles } from './source-files.ts'

/** What a browser keeps beyond a page, and the one file that may touch it. */
const keepers = [
  { what: 'storage', uses: /\b(local|session)Storage\b/, home: 'web/browser-storage.ts' },
  {
    what: 'a database',
    uses: /\bindexedDB\b|\bopenDB\b|from 'idb'/,
    home: 'web/student/quiz/kept/device.ts',
  },
  { what: 'a cache or a worker of its own', uses: /\bcaches\b|serviceWorker/, home: null },
  { what: 'a cookie', uses: /document\.cookie|cookieStore/, home: 'web/api.ts' },
  { what: 'a name of the window', uses: /window\.name\b/, home: null },
]

const sources = ourFiles().filter((path) => /^web\/.*\.tsx?$/.test(path) && !/\.spec\./.test(path))

describe('what a browser keeps of us', () => {
  it.each(keepers)('$what is touched in one file only', ({ uses, home }) => {
    const touching = sources.filter((path) => uses.test(codeOf(path)))
    expect(touching).toEqual(home === null ? [] : [home])
  })

  it('has an owner for every name', () => {
    for (const [name, { owner }] of Object.entries(storedItems)) {
      expect(['account', 'visitor', 'device'], name).toContain(owner)
    }
  })
})

function codeOf(path: string): string {
  return readFileSync(path, 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')
}
