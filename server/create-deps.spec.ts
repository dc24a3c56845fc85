import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, it, vi } from 'vitest'
import { createMonotonicClock } from './create-deps.ts'

afterEach(() => {
  vi.useRealTimers()
})

it('begins with the wall clock', () => {
  expect(Math.abs(createMonotonicClock()() - Date.now())).toBeLessThan(50)
})

it.each([2 * 60 * 60_000, -5 * 60 * 60_000, 400 * 24 * 60 * 60_000])(
  'goes on as before when the wall clock jumps by %i ms',
  async (jumpMs) => {
    const now = createMonotonicClock()
    const before = now()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + jumpMs })
    await sleep(20)
    const passedMs = now() - before
    expect(passedMs).toBeGreaterThanOrEqual(15)
    expect(passedMs).toBeLessThan(10_000)
  },
)

it('never runs backwards', () => {
  const now = createMonotonicClock()
  let last = now()
  for (let n = 0; n < 10_000; n++) {
    const next = now()
    expect(next).toBeGreaterThanOrEqual(last)
    last = next
  }
})
