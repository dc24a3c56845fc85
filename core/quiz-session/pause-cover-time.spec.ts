import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createSessionWorld, type SessionWindow } from '#test/quiz-session-world.ts'

type World = ReturnType<typeof createSessionWorld>

const promisedMs = 10_000
const maxCallMs = 400

/** A page in sight whose timers pass and whose calls are answered, until a moment has come. */
function createPlayer(world: World, window: SessionWindow, random: () => number) {
  const due = new Map<string, number>()

  /** Its calls arrive, and are answered, one after the other. */
  function runUntilIdle() {
    for (;;) {
      // Every timer here was set, or set again, just now.
      for (const [name, ms] of window.timers) due.set(name, world.now() + ms)
      window.timers.clear()
      const reply = window.replies.shift()
      if (reply) {
        world.dispatch(window, reply, random())
        continue
      }
      if (window.calls.length === 0) return
      world.pass(random() * maxCallMs)
      world.act(window, 0, 'pass')
    }
  }

  return {
    runUntilIdle,
    /** @returns early once the paper is covered */
    playUntil(endsAt: number) {
      runUntilIdle()
      while (!window.state.pause) {
        const [next] = [...due].toSorted(([, one], [, other]) => one - other)
        if (!next || next[1] > endsAt) break
        const [timer, at] = next
        due.delete(timer)
        world.pass(Math.max(0, at - world.now()))
        world.dispatch(window, { type: 'waited', timer: timer as 'poll' }, random())
        runUntilIdle()
      }
      if (!window.state.pause) world.pass(Math.max(0, endsAt - world.now()))
    },
  }
}

const share = fc.double({ min: 0, max: 1, noNaN: true })

it('covers the paper within 10 s, whenever it is paused and however a student answers', () => {
  const history = fc.record({
    shares: fc.array(share, { minLength: 1, maxLength: 20 }),
    thinkMs: fc.array(fc.nat(20_000), { maxLength: 3 }),
    pausedAfterMs: fc.nat(60_000),
  })
  fc.assert(
    fc.property(history, ({ shares, thinkMs, pausedAfterMs }) => {
      let drawn = 0
      const random = () => shares[drawn++ % shares.length] ?? 0
      const world = createSessionWorld('observe')
      const window = world.openWindow()
      if (!window) throw new Error('The attempt is over')
      const player = createPlayer(world, window, random)
      const pausesAt = world.now() + pausedAfterMs
      const choosesAt = thinkMs.map((_, n) => sum(thinkMs.slice(0, n + 1)) + world.now())
      const isDue = (at: number) => at <= pausesAt
      for (const at of choosesAt.filter(isDue)) {
        player.playUntil(at)
        world.choose(window)
      }
      player.playUntil(pausesAt)
      world.server.startPause(world.serverNow())
      const pausedAt = world.server.pause()?.since ?? 0
      player.playUntil(pausedAt + promisedMs)
      expect(window.state.pause).not.toBeNull()
      expect(world.now() - pausedAt).toBeLessThanOrEqual(promisedMs)
    }),
  )
})

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
