import { expect, it } from 'vitest'
import { getTimeAnnouncement } from './countdown.tsx'

const halfTimeMessage = 'Half of the time is left.'

/** All that is heard while the clock counts down; at some seconds left, minutes are added. */
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

it('is heard at half time, and 10, 5 and 1 minutes before the end, and never else', () => {
  expect(collectAnnouncements(3600)).toEqual([
    [halfTimeMessage, 1800],
    ['10 minutes left.', 600],
    ['5 minutes left.', 300],
    ['1 minute left.', 60],
  ])
})

it('counts added minutes as time the student has, so half time comes later', () => {
  expect(collectAnnouncements(3600, [{ at: 2400, minutes: 20 }])[0]).toEqual([
    halfTimeMessage,
    2400,
  ])
})

it('says nothing twice where minutes are added after it was said', () => {
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
  { title: 'a laptop that slept', before: 400, now: 200, announcement: null },
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
