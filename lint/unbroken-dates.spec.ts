import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { listSourceFiles } from './source-files.ts'

const home = 'web/ui/format-time.ts'
/** With plain spaces, at which a line of a screen may break: for letters, files and the audit log. */
const breakable =
  /import \{[^}]*\bformat(?:Instant|Day|Time)\b[^}]*\} from '#contract\/format\.ts'|\bcreateDateFormatter\(\s*\{(?![^}]*weekday: 'long')/

it.each([
  ["import { formatDay } from '#contract/format.ts'", true],
  ["import { formatCount, formatInstant } from '#contract/format.ts'", true],
  ["const formatHour = createDateFormatter({ hour: 'numeric' })", true],
  ["import { formatDuration } from '#contract/format.ts'", false],
  ["import { formatDay } from '../ui/format-time.ts'", false],
  ["const formatWeekday = createDateFormatter({ weekday: 'long' })", false],
])('%s: may be broken, %s', (code, isBreakable) => {
  expect(breakable.test(code)).toBe(isBreakable)
})

it('no date or time on a screen breaks over two lines', () => {
  const screens = listSourceFiles().filter(
    (path) => /^web\/.*\.tsx?$/.test(path) && !path.endsWith('.spec.ts') && path !== home,
  )
  expect(screens.length).toBeGreaterThan(500)
  expect(
    screens.filter((path) =>
      breakable.test(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')),
    ),
  ).toEqual([])
})
