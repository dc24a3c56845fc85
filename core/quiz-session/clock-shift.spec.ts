import { expect, it } from 'vitest'
import { createSessionWorld } from '#test/quiz-session-world.ts'
import { readClock } from './clock.ts'

const hour = 60 * 60_000

it.each([2 * hour, -5 * hour])(
  'does not treat a shift of the server’s clock by %i ms as added or reverted time',
  (byMs) => {
    const world = createSessionWorld('strict')
    const window = world.openWindow()
    if (!window) throw new Error('The attempt is over')
    let session = window.state
    const { endsAt } = session
    /** @returns the minutes that are announced to the student */
    const hear = (repliedAt: number, movedMs: number, timeChanges: number) => {
      const clock = { isRunning: true, endsAt: endsAt + movedMs, repliedAt, timeChanges }
      const sent = { type: 'ask-clock', turn: 0, timeoutMs: 1, isPoll: false } as const
      const event = { type: 'clock-received', sent, clock, at: world.now(), jitter: 0 } as const
      const [next, effects] = readClock(session, clock, event)
      session = next
      return effects.flatMap((effect) =>
        effect.type === 'show-message' && effect.message.type === 'time-added'
          ? [effect.message.minutes]
          : [],
      )
    }
    const at = world.now()
    expect(hear(at, 0, 0)).toEqual([])
    expect(hear(at + 10_000 + byMs, byMs, 1)).toEqual([])
    expect(session.endsAt).toBe(endsAt + byMs)
    expect(session.pausedMs).toBe(byMs)
    expect(hear(at + 20_000 + byMs, byMs + 300_000, 2)).toEqual([5])
    expect(session.endsAt).toBe(endsAt + byMs + 300_000)
    expect(session.pausedMs).toBe(byMs)
  },
)
