import { expect, it } from 'vitest'
import { timeCall } from './time-call.ts'

const half = 'Half of the time is left.'

it('is heard at half time, and 10, 5 and 1 minutes before the end, and never else', () => {
  const heard: [number, string][] = []
  for (let left = 3600; left > 0; left--) {
    const call = timeCall(left, left - 1, 3600)
    if (call) heard.push([left - 1, call])
  }
  expect(heard).toEqual([
    [1800, half],
    [600, '10 minutes left.'],
    [300, '5 minutes left.'],
    [60, '1 minute left.'],
  ])
})

it.each([
  { title: 'a second that is left out', before: 301, now: 299, says: '5 minutes left.' },
  { title: 'a laptop that slept', before: 400, now: 200, says: null },
  { title: 'the start', before: 300, now: 299, says: null },
  { title: 'half time that is 10 minutes', before: 601, now: 600, says: '10 minutes left.' },
])('$title: $says', ({ before, now, says }) => {
  expect(timeCall(before, now, 1200)).toBe(says)
})
