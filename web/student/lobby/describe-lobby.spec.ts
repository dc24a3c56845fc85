import { expect, it } from 'vitest'
import { parseInstituteTime } from '../../ui/form/parse-institute-time.ts'
import { describeNext, describePhase, describeStart } from './describe-lobby.ts'

const at = (time: string, day = '21') => parseInstituteTime(`2026-11-${day}`, time)
const times = {
  opensAt: at('10:00'),
  latestEntryAt: at('10:15'),
  closesAt: at('11:00'),
  endsAtClosing: false,
}
const toPlain = (text: string) => text.replace(/\s/gu, ' ')

it.each([
  ['waiting', 'Starts at 10:00 am'],
  ['checking', 'Starts at 10:00 am'],
  ['live', 'You can start now'],
  ['entry-over', 'The latest time to start is over'],
  ['closed', 'This test is closed'],
  ['taken', 'You have taken this test'],
] as const)('a lobby that is %s is headed: %s', (phase, heading) => {
  expect(toPlain(describePhase(phase, times, at('09:55')).heading)).toBe(heading)
})

it('names the day of an opening on another day', () => {
  const { heading } = describePhase('waiting', times, at('09:55', '20'))
  expect(toPlain(heading)).toBe('Starts on Sat 21 Nov at 10:00 am')
})

it('says when Start becomes live', () => {
  const ownTime = '40 mins'
  expect(toPlain(describeStart('waiting', times, ownTime))).toBe(
    'Live at 10:00:00 am by the server’s clock. Your 40 mins begin when you press it.',
  )
  expect(describeStart('live', times, ownTime)).toBe(
    'Live now. Your 40 mins begin when you press it.',
  )
  expect(describeStart('closed', times, ownTime)).toBe('')
})

it.each([
  ['waiting', 'It opens at 10:00 am. Start becomes live by itself.'],
  ['entry-over', 'That was at 10:15 am.'],
  ['closed', 'It closed at 11:00 am.'],
  ['live', ''],
] as const)('says after a refusal what happens next: %s', (phase, text) => {
  expect(toPlain(describeNext(phase, times, at('10:20')))).toBe(text)
})
