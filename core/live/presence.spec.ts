import { describe, expect, it } from 'vitest'
import { getPresence } from './presence.ts'

const second = 1_000
const startedAt = 1_000_000
const running = { startedAt, finishedAt: null, pausedAt: null }
const heard = (heardAt: number | null) => ({
  ...{ attempt: running, heardAt, awayAt: null, listeningSince: 0 },
})
const at = startedAt + 600 * second

describe('a student on the live screen', () => {
  it.each([
    [0, 'here', null],
    [14_999, 'here', null],
    [15_000, 'quiet', at - 15_000],
    [59_999, 'quiet', at - 59_999],
    [60_000, 'offline', at - 60_000],
  ] as const)('who was heard of %i ms ago is %s', (ms, state, since) => {
    expect(getPresence(heard(at - ms), at)).toEqual({ state, since })
  })

  it('is not started without an attempt', () => {
    expect(getPresence({ ...heard(null), attempt: null }, at)).toEqual({
      state: 'not-started',
      since: null,
    })
  })

  it('is away however long nothing was heard, as long as no return was told', () => {
    const awayAt = at - 300 * second
    expect(getPresence({ ...heard(awayAt), awayAt }, at)).toEqual({ state: 'away', since: awayAt })
  })

  it('is paused or finished whatever else is known', () => {
    const signs = { ...heard(null), awayAt: at - second }
    const pausedAt = at - 5 * second
    const paused = getPresence({ ...signs, attempt: { ...running, pausedAt } }, at)
    expect(paused).toEqual({ state: 'paused', since: pausedAt })
    const finishedAt = at - 5 * second
    const finished = getPresence({ ...signs, attempt: { ...running, finishedAt } }, at)
    expect(finished).toEqual({ state: 'finished', since: finishedAt })
  })

  it('is silent only since the start, and since the server listens', () => {
    const justStarted = { ...running, startedAt: at - second }
    expect(getPresence({ ...heard(null), attempt: justStarted }, at).state).toBe('here')
    const restarted = { ...heard(null), listeningSince: at - 20 * second }
    expect(getPresence(restarted, at)).toEqual({ state: 'quiet', since: at - 20 * second })
  })

  it('is not quiet for calling as seldom as a large exam asks', () => {
    const pollMs = 26 * second
    expect(getPresence({ ...heard(at - 30 * second), pollMs }, at).state).toBe('here')
    expect(getPresence({ ...heard(at - 31 * second), pollMs }, at).state).toBe('quiet')
    expect(getPresence({ ...heard(at - 76 * second), pollMs }, at).state).toBe('offline')
  })
})
