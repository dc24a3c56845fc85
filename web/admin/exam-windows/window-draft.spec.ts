import { expect, it } from 'vitest'
import type { ExamWindow } from '#contract/exam-windows.ts'
import {
  proposeWindowFields,
  readWindowDraft,
  toWindowBody,
  toWindowFields,
} from './window-draft.ts'

const typed = {
  opensDay: '28-11-2026',
  opensTime: '09:00',
  closesDay: '28-11-2026',
  closesTime: '10:00',
  entryDay: '',
  entryTime: '09:20',
}

it('reads days and times as the clock at the institute shows them', () => {
  const { times } = readWindowDraft(typed)
  expect(times && toWindowBody(times)).toEqual({
    opensAt: '2026-11-28T03:30:00.000Z',
    closesAt: '2026-11-28T04:30:00.000Z',
    latestEntryAt: '2026-11-28T03:50:00.000Z',
    endsAtClosing: false,
  })
})

it.each([
  [{ entryTime: '' }, {}],
  [{ opensDay: '31-02-2026' }, { opensDay: /^31 February does not exist$/ }],
  [{ opensDay: 'soon' }, { opensDay: /Enter when it opens/ }],
  [{ closesTime: '' }, { closesDay: /Enter when it closes/ }],
  [{ entryDay: '28-11-2026', entryTime: '' }, { entryDay: /a day and a time, or neither/ }],
  [{ closesTime: '08:00', entryTime: '' }, { closesDay: /after it opens/ }],
  [{ entryTime: '10:30' }, { entryDay: /before the closing/ }],
])('%o: %o', (change, messages) => {
  const { times, errors } = readWindowDraft({ ...typed, ...change })
  const found = Object.entries(errors).filter(([, message]) => message)
  expect(found.map(([name]) => name)).toEqual(Object.keys(messages))
  for (const [name, message] of Object.entries(messages)) expect(errors[name]).toMatch(message)
  expect(times === null).toBe(found.length > 0)
})

it('shows a stored window so that saving it unchanged changes nothing', () => {
  const stored = {
    opensAt: '2026-11-28T03:30:00.000Z',
    closesAt: '2026-11-29T18:45:00.000Z',
    latestEntryAt: '2026-11-28T03:50:00.000Z',
    endsAtClosing: true,
  }
  const { times } = readWindowDraft(toWindowFields(stored as ExamWindow))
  expect(times && toWindowBody(times)).toEqual(stored)
})

it('proposes tomorrow at the institute, also late in its evening', () => {
  const lateEvening = Date.parse('2026-11-21T18:20:00.000Z')
  expect(proposeWindowFields(lateEvening)).toMatchObject({ opensDay: '22-11-2026' })
  expect(readWindowDraft(proposeWindowFields(lateEvening)).times).not.toBeNull()
})
