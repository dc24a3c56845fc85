import { expect, it, vi } from 'vitest'
import { toClosingMinute } from '#contract/institute-clock.ts'
import { parseInstituteTime } from './form/parse-institute-time.ts'
import { describeTimeZone, formatAt, formatMoment, formatPeriod } from './format-moment.ts'

const at = (day: string, time: string) => parseInstituteTime(`2026-11-${day}`, time)
const now = at('21', '10:48')
/** A no-break space stands between a time and its "am". */
const toPlain = (text: string) => text.replace(/\s/gu, ' ')

it('reads a time by the institute’s clock', () => {
  expect(new Date(now).toISOString()).toBe('2026-11-21T05:18:00.000Z')
})

it.each([
  [at('21', '11:00'), 'Today, 11:00 am'],
  [at('23', '10:00'), 'Mon 23 Nov, 10:00 am'],
  [parseInstituteTime('2027-01-05', '14:30'), '5 Jan 2027, 2:30 pm'],
])('%i is %s', (ms, text) => {
  expect(toPlain(formatMoment(ms, now))).toBe(text)
})

it('names the day only where it differs', () => {
  expect(toPlain(formatAt(at('21', '12:30'), now))).toBe('at 12:30 pm')
  expect(toPlain(formatAt(at('23', '11:30'), now))).toBe('on Mon 23 Nov at 11:30 am')
  expect(toPlain(formatPeriod(at('24', '10:00'), at('24', '11:00')))).toBe(
    '24 Nov 2026, 10:00 am to 11:00 am',
  )
  expect(toPlain(formatPeriod(at('24', '23:00'), at('25', '01:00')))).toBe(
    '24 Nov 2026, 11:00 pm to 25 Nov 2026, 1:00 am',
  )
})

it('shows a closing at midnight as the last minute of the day before', () => {
  expect(toPlain(formatPeriod(at('24', '00:00'), at('25', '00:00')))).toBe(
    '24 Nov 2026, 12:00 am to 11:59 pm',
  )
  expect(toClosingMinute(at('25', '00:00') + 1000)).toBe(at('25', '00:00') + 1000)
  expect(toClosingMinute(at('25', '12:00'))).toBe(at('25', '12:00'))
})

it('names the time zone where the device’s clock differs', () => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  expect(describeTimeZone(now)).toBe('Times are in India Standard Time.')
  vi.stubEnv('TZ', 'Asia/Kolkata')
  expect(describeTimeZone(now)).toBe('')
  vi.unstubAllEnvs()
})
