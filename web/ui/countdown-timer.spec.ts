import { expect, it } from 'vitest'
import { advanceAnnouncements, getTimeAnnouncement } from './countdown-timer.tsx'

const halfTimeMessage = 'Half of the time is left.'

/** All that is read out while the clock counts down; at some seconds left, minutes are added. */
function collectAnnouncements(
  totalSeconds: number,
  added: { readonly at: number; readonly minutes: number }[] = [],
) {
  const spoken = new Map<string, number>()
  let total = totalSeconds
  for (let left = totalSeconds; left > 0; ) {
    const extension = added[0]?.at === left ? added.shift() : undefined
    const now = left - 1 + (extension?.minutes ?? 0) * 60
    total += (extension?.minutes ?? 0) * 60
    const announcement = getTimeAnnouncement(
      { before: left, now, totalSeconds: total },
      new Set(spoken.keys()),
    )
    if (announcement && spoken.has(announcement)) throw new Error(`${announcement} was heard twice`)
    if (announcement) spoken.set(announcement, now)
    left = now
  }
  return [...spoken]
}

it('the time is announced at half time and 10, 5 and 1 minutes before the end, and at no other time', () => {
  expect(collectAnnouncements(3600)).toEqual([
    [halfTimeMessage, 1800],
    ['10 minutes left.', 600],
    ['5 minutes left.', 300],
    ['1 minute left.', 60],
  ])
})

it('added minutes move half time to later', () => {
  expect(collectAnnouncements(3600, [{ at: 2400, minutes: 20 }])[0]).toEqual([
    halfTimeMessage,
    2400,
  ])
})

it('an announcement is not repeated after minutes are added', () => {
  const announcements = collectAnnouncements(3600, [
    { at: 1750, minutes: 10 },
    { at: 250, minutes: 30 },
  ])
  expect(announcements).toEqual([
    [halfTimeMessage, 1800],
    ['10 minutes left.', 600],
    ['5 minutes left.', 300],
    ['1 minute left.', 60],
  ])
})

it.each([
  { title: 'a second that is left out', before: 301, now: 299, announcement: '5 minutes left.' },
  {
    title: 'a laptop that slept',
    before: 400,
    now: 200,
    announcement: 'Less than 5 minutes left.',
  },
  { title: 'a laptop that slept past 10 minutes', before: 700, now: 500, announcement: null },
  { title: 'a laptop that slept past the end', before: 400, now: 0, announcement: null },
  { title: 'the start', before: 300, now: 299, announcement: null },
  {
    title: 'half time that is 10 minutes',
    before: 601,
    now: 600,
    announcement: '10 minutes left.',
  },
])('$title: $announcement', ({ before, now, announcement }) => {
  expect(getTimeAnnouncement({ before, now, totalSeconds: 1200 }, new Set())).toBe(announcement)
})

it('an announcement stays in the page while it is true, and not at 00:00', () => {
  const states = [
    { at: 40, saidAt: 0, message: '', spoken: new Set<string>() as ReadonlySet<string> },
  ]
  for (let now = 39; now >= 0; now -= 1) {
    const [last] = states.slice(-1)
    if (last) states.push(advanceAnnouncements(last, now, 40))
  }
  const shown = states.filter(({ message }) => message === halfTimeMessage).map(({ at }) => at)
  expect(shown).toEqual([20, 19, 18, 17, 16, 15, 14, 13, 12, 11])
  expect(states.at(-1)).toMatchObject({ at: 0, message: '' })
})

it('an announcement that came late is not repeated', () => {
  const spoken = new Set(['Less than 5 minutes left.'])
  expect(getTimeAnnouncement({ before: 301, now: 300, totalSeconds: 1200 }, spoken)).toBeNull()
})

it('an announcement disappears when minutes are added', () => {
  const spokenAt20 = {
    at: 20,
    saidAt: 20,
    message: halfTimeMessage,
    spoken: new Set([halfTimeMessage]),
  }
  expect(advanceAnnouncements(spokenAt20, 320, 340).message).toBe('')
})
