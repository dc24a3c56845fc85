import { afterEach, beforeEach, expect, it, vi } from 'vitest'

/** A device whose two clocks are moved by hand; each test loads the module anew. */
let clock: typeof import('./server-clock.ts')
const device = { monotonic: 0, date: 0 }
const serverStart = Date.UTC(2026, 10, 21, 4, 30)
beforeEach(async () => {
  Object.assign(device, { monotonic: 1_000, date: serverStart - 7_200_000 })
  vi.spyOn(performance, 'now').mockImplementation(() => device.monotonic)
  vi.spyOn(Date, 'now').mockImplementation(() => device.date)
  vi.resetModules()
  clock = await import('./server-clock.ts')
})
afterEach(() => vi.restoreAllMocks())

function pass(ms: number) {
  device.monotonic += ms
  device.date += ms
}
/** Receives a reply that took `ms`, half of them each way. */
function hear(serverTime: number, ms = 40) {
  const sentAt = device.monotonic
  pass(ms)
  clock.syncClock({ serverTime: new Date(serverTime + ms / 2).toISOString() }, sentAt)
}

it('keeps the time of the reply with the shortest round trip', () => {
  hear(serverStart)
  expect(clock.getServerTime()).toBe(serverStart + 40)
  const sentAt = device.monotonic
  pass(8_000)
  clock.syncClock({ serverTime: new Date(serverStart + 60).toISOString() }, sentAt)
  expect(clock.getServerTime()).toBe(serverStart + 8_040)
})

it('the time is unknown after a sleep until a call sent later is answered', () => {
  hear(serverStart)
  const listener = vi.fn()
  clock.subscribeToClock(listener)
  const earlierSentAt = device.monotonic
  device.date += 3_600_000
  pass(20)
  clock.detectClockJump()
  expect(clock.isTimeKnown()).toBe(false)
  clock.syncClock({ serverTime: new Date(serverStart + 50).toISOString() }, earlierSentAt)
  expect(clock.isTimeKnown()).toBe(false)
  hear(serverStart + 3_600_060)
  expect(clock.isTimeKnown()).toBe(true)
  expect(clock.getServerTime()).toBe(serverStart + 3_600_100)
  expect(listener).toHaveBeenCalledTimes(2)
  pass(60_000)
  clock.detectClockJump()
  expect(clock.isTimeKnown()).toBe(true)
})
