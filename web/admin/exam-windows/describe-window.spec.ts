import { expect, it } from 'vitest'
import { parseInstituteTime } from '../../ui/form/parse-institute-time.ts'
import { describeOpenWindow, nameAudience } from '../lists/describe-open-window.ts'
import { describeLastEnd, describeOverlap, describeWindowState } from './describe-window.ts'

const at = (time: string, day = '24') => parseInstituteTime(`2026-11-${day}`, time)
const times = {
  opensAt: at('10:00'),
  latestEntryAt: at('10:20'),
  closesAt: at('11:00'),
  endsAtClosing: false,
}
const toPlain = (text: string) => text.replace(/\s/gu, ' ')

it.each([
  [times, 30, 'A student who starts at 10:20 am and has 30 minutes ends at 10:50 am.'],
  [times, 90, 'A student who starts at 10:20 am and has 90 minutes ends at 11:50 am.'],
  [
    { ...times, endsAtClosing: true },
    90,
    'A student who starts at 10:20 am ends at the closing, 11:00 am, before the 90 minutes are over.',
  ],
])('says when the last attempt ends', (window, minutes, text) => {
  expect(toPlain(describeLastEnd(window, minutes))).toBe(text)
})

it.each([
  [{ count: 0, names: [] }, ''],
  [
    { count: 1, names: ['Priya Nair'] },
    'Priya Nair has another window of this test, too, and gets the wider one.',
  ],
  [
    { count: 2, names: ['Priya Nair', 'Aditya B'] },
    'Priya Nair and Aditya B have another window of this test, too, and get the wider one.',
  ],
  [
    { count: 9, names: ['A', 'B', 'C'] },
    'A, B, C and 6 more have another window of this test, too, and get the wider one.',
  ],
])('names the students who have two windows: %o', (overlap, text) => {
  expect(describeOverlap(overlap)).toBe(text)
})

it('names the students that a window is for', () => {
  const students = { kind: 'students', names: ['A', 'B', 'C'] } as const
  const toName = (
    audience: Parameters<typeof nameAudience>[0]['audience'],
    expected: number | null,
  ) => nameAudience({ audience, expected })
  expect(toName({ ...students, names: [...students.names] }, 5)).toBe('A, B, C and 2 more')
  expect(toName({ kind: 'students', names: ['A'] }, 1)).toBe('A')
  expect(toName({ kind: 'batch', batchId: 'b', names: ['Morning B12'] }, 60)).toBe('Morning B12')
  expect(toName({ kind: 'everyone', names: [] }, null)).toBe('Everyone')
})

const opensAt = new Date(times.opensAt).toISOString()

it.each([
  ['coming', at('09:30', '21'), 'Opens in 3 days'],
  ['coming', at('09:48'), 'Opens in 12:00'],
  ['coming', at('10:01'), 'Opens now'],
  ['open', at('10:00'), 'Open'],
  ['entry-over', at('10:21'), 'Entry over'],
  ['closed', at('11:00'), 'Over'],
] as const)('says the state of a window that is %s at %i: %s', (phase, now, text) => {
  expect(describeWindowState({ phase, released: true, opensAt }, now).text).toBe(text)
})

it('says that nobody can start while the test is not released', () => {
  const hidden = { released: false, opensAt }
  expect(describeWindowState({ ...hidden, phase: 'open' }, at('10:00')).text).toBe('Not released')
  expect(describeWindowState({ ...hidden, phase: 'closed' }, at('12:00')).text).toBe('Over')
})

it.each([
  [at('10:20'), 'Morning B12, opened 10:00 am, latest entry 10:20 am'],
  [null, 'Morning B12, opened 10:00 am, closes 11:00 am'],
])('says in one line for whom a test is open', (latestEntryAt, text) => {
  const toIso = (ms: number) => new Date(ms).toISOString()
  const window = {
    audience: { kind: 'batch' as const, names: ['Morning B12'] },
    expected: 60,
    opensAt: toIso(times.opensAt),
    closesAt: toIso(times.closesAt),
    latestEntryAt: latestEntryAt === null ? null : toIso(latestEntryAt),
  }
  expect(toPlain(describeOpenWindow(window, at('10:05')))).toBe(text)
})
