import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { getPresence, offlineMs } from './presence.ts'

const second = 1_000
const startedAt = 1_000_000
const running = { startedAt, finishedAt: null, pausedAt: null }
const withLastContact = (lastContactAt: number | null) => ({
  attempt: running,
  lastContactAt,
  awayAt: null,
  listening: { since: 0, before: null },
})
const at = startedAt + 600 * second

describe('a student on the live screen', () => {
  it.each([
    [0, 'here', null],
    [14_999, 'here', null],
    [15_000, 'quiet', at - 15_000],
    [59_999, 'quiet', at - 59_999],
    [60_000, 'offline', at - 60_000],
  ] as const)('whose last contact was %i ms ago is %s', (ms, state, since) => {
    expect(getPresence(withLastContact(at - ms), at)).toEqual({ state, since })
  })

  it('is not started without an attempt', () => {
    expect(getPresence({ ...withLastContact(null), attempt: null }, at)).toEqual({
      state: 'not-started',
      since: null,
    })
  })

  it('stays away until the page reports a return, however long it is silent', () => {
    const awayAt = at - 300 * second
    expect(getPresence({ ...withLastContact(awayAt), awayAt }, at)).toEqual({
      state: 'away',
      since: awayAt,
    })
  })

  it('is paused or finished, whatever the other signals are', () => {
    const signals = { ...withLastContact(null), awayAt: at - second }
    const pausedAt = at - 5 * second
    const paused = getPresence({ ...signals, attempt: { ...running, pausedAt } }, at)
    expect(paused).toEqual({ state: 'paused', since: pausedAt })
    const finishedAt = at - 5 * second
    const finished = getPresence({ ...signals, attempt: { ...running, finishedAt } }, at)
    expect(finished).toEqual({ state: 'finished', since: finishedAt })
  })

  it('is silent only since the start of the attempt and of the server', () => {
    const justStarted = { ...running, startedAt: at - second }
    expect(getPresence({ ...withLastContact(null), attempt: justStarted }, at).state).toBe('here')
    const listening = { since: at - 20 * second, before: null }
    expect(getPresence({ ...withLastContact(null), listening }, at)).toEqual({
      state: 'quiet',
      since: at - 20 * second,
    })
  })

  it('with contact up to a restart is silent from then on, since that last contact', () => {
    const before = at - 300 * second
    const states = [1, 14, 15, 59, 60].map((seconds) => {
      const listening = { since: at - seconds * second, before }
      return getPresence({ ...withLastContact(before - 8 * second), listening }, at)
    })
    const since = before - 8 * second
    expect(states).toEqual([
      ...[
        { state: 'here', since: null },
        { state: 'here', since: null },
      ],
      ...[
        { state: 'quiet', since },
        { state: 'quiet', since },
        { state: 'offline', since },
      ],
    ])
  })

  it('who was silent before a restart still is; the time in which nobody listened does not count', () => {
    const listening = { since: at - second, before: at - 300 * second }
    const silentFor = (ms: number) =>
      getPresence({ ...withLastContact(listening.before - ms), listening }, at)
    expect(silentFor(14_999).state).toBe('here')
    expect(silentFor(15_000)).toEqual({ state: 'quiet', since: listening.before - 15_000 })
    expect(silentFor(58_999).state).toBe('quiet')
    expect(silentFor(59_000)).toEqual({ state: 'offline', since: listening.before - 59_000 })
  })

  it('is never called silent for longer than the server has been listening', () => {
    const ms = fc.nat(600_000)
    fc.assert(
      fc.property(ms, ms, ms, (silentBefore, downFor, listenedFor) => {
        const now = 10_000_000
        const listening = { since: now - listenedFor, before: now - listenedFor - downFor }
        const lastContactAt = listening.before - silentBefore
        const { state } = getPresence({ ...withLastContact(lastContactAt), listening }, now)
        if (silentBefore + listenedFor < offlineMs) expect(state).not.toBe('offline')
        if (listenedFor >= offlineMs) expect(state).toBe('offline')
      }),
    )
  })

  it('is not quiet when the page calls only as seldom as a large exam asks', () => {
    const pollMs = 26 * second
    expect(getPresence({ ...withLastContact(at - 30 * second), pollMs }, at).state).toBe('here')
    expect(getPresence({ ...withLastContact(at - 31 * second), pollMs }, at).state).toBe('quiet')
    expect(getPresence({ ...withLastContact(at - 75 * second), pollMs }, at).state).toBe('quiet')
    expect(getPresence({ ...withLastContact(at - 76 * second), pollMs }, at).state).toBe('offline')
  })

  it('of a large exam who was within a call before a restart begins anew', () => {
    const listening = { since: at - 12 * second, before: at - 60 * second }
    const lastContact = (secondsBefore: number) =>
      withLastContact(listening.before - secondsBefore * second)
    const stateOf = (secondsBefore: number) =>
      getPresence({ ...lastContact(secondsBefore), listening, pollMs: 26 * second }, at).state
    expect([stateOf(30), stateOf(31)]).toEqual(['here', 'quiet'])
  })
})
