import {
  type ClockSample,
  hasClockJumped,
  pickClockSample,
  toClockSample,
} from '#core/quiz-session/server-time.ts'

// Based on a monotonic clock, so that changing the device's clock moves no deadline.
const getDeviceDifference = () => Date.now() - performance.now()
let serverTimeAtZero = getDeviceDifference()
let bestSample: ClockSample | null = null
let deviceDifference = serverTimeAtZero
/** By the monotonic clock; null while the time is known. */
let jumpedAt: number | null = null
const listeners = new Set<() => void>()

/** Milliseconds since 1970 by the server's clock, as estimated from its replies. */
export function getServerTime(): number {
  return serverTimeAtZero + performance.now()
}

/** Takes the time from any reply that has a `serverTime`; `sentAt` is by the monotonic clock. */
export function syncClock(reply: unknown, sentAt: number) {
  if (typeof reply !== 'object' || reply === null || !('serverTime' in reply)) return
  const serverTime = Date.parse(String(reply.serverTime))
  if (!Number.isFinite(serverTime)) return
  detectClockJump()
  // It may have been on its way while the device slept.
  if (jumpedAt !== null && sentAt < jumpedAt) return
  bestSample = pickClockSample(bestSample, toClockSample(serverTime, sentAt, performance.now()))
  serverTimeAtZero = bestSample.serverTimeAtZero
  if (jumpedAt === null) return
  jumpedAt = null
  notifyListeners()
}

/** After a sleep or a change of the device's clock, false until the server has sent the time. */
export function isTimeKnown(): boolean {
  return jumpedAt === null
}

/** Compares the device's two clocks: after a sleep, the monotonic one may have stood still. */
export function detectClockJump() {
  const difference = getDeviceDifference()
  if (!hasClockJumped(difference, deviceDifference)) return
  deviceDifference = difference
  bestSample = null
  jumpedAt = performance.now()
  notifyListeners()
}

export function subscribeToClock(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function notifyListeners() {
  for (const notify of listeners) notify()
}

let lastReported: { readonly serverTime: number; readonly at: number } | null = null

/** Takes the time, in whole seconds, from the `Date` header that every reply has. */
export function recordServerDate(date: string | null) {
  const serverTime = Date.parse(date ?? '')
  if (Number.isFinite(serverTime)) lastReported = { serverTime, at: performance.now() }
}

/** The server's time to the second, in milliseconds since 1970; null before its first reply. */
export function getLastServerTime(): number | null {
  return lastReported && lastReported.serverTime + performance.now() - lastReported.at
}

/** For times on a screen: by the last reply of any kind, before it by the estimate. */
export function readServerTime(): number {
  return getLastServerTime() ?? getServerTime()
}
