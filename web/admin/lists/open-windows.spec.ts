import { expect, it } from 'vitest'
import { parseInstituteTime } from '../../ui/form/parse-institute-time.ts'
import { describeOpenWindows } from './open-windows.ts'

const at = (time: string) => parseInstituteTime('2026-11-24', time)
const times = { opensAt: at('10:00'), closesAt: at('11:00') }
const toPlain = (text: string) => text.replace(/\s/gu, ' ')

it('says what happens to an open window, and to no other', () => {
  const open = {
    ...({ testTitle: 'Node JS', phase: 'open', released: true, latestEntryAt: null } as const),
    closesAt: new Date(times.closesAt).toISOString(),
  }
  const others = [
    { ...open, phase: 'coming' },
    { ...open, phase: 'entry-over' },
    { ...open, released: false },
  ] as const
  expect(toPlain(describeOpenWindows([open, ...others], times.opensAt))).toBe(
    'Node JS is open until 11:00 am: students who have not started lose it, and those taking it can finish. ',
  )
})
