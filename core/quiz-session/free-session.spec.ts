import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFreeWorld, type FreeWindow } from '#test/free-session-world.ts'
import { getQuestionState } from '../attempts/free-paper.ts'
import { getNeighbour, hideNotes } from './free-session.ts'

type World = ReturnType<typeof createFreeWorld>

function openPaper() {
  const world = createFreeWorld()
  const window = world.openWindow()
  const press = (type: 'submitted' | 'mark-pressed') => {
    world.pass(1000)
    world.dispatch(window, { type })
  }
  const choose = (answer: number | null) => world.dispatch(window, { type: 'chosen', answer })
  const go = (to: string) => world.dispatch(window, { type: 'went', to })
  const listStates = () =>
    window.state.questionIds.map((id) => getQuestionState(window.state.free?.progress[id]))
  return { world, window, state: () => window.state, press, choose, go, listStates }
}

describe('a free paper', () => {
  it('can be navigated freely, and leaving a question keeps the choice', () => {
    const { state, choose, press, go, world, window } = openPaper()
    choose(1)
    go('q3')
    choose(3)
    go('q1')
    expect(state().free?.progress.q1?.answer?.value).toBe(1)
    choose(2)
    press('submitted')
    expect(state().questionId).toBe('q2')
    expect(getNeighbour(state(), -1)).toBe('q1')
    world.runUntilIdle()
    expect(world.readServer()).toMatchObject({ q1: { answer: 2 }, q3: { answer: 3 } })
    expect(window.state.queue.saved).toEqual(['q1', 'q3'])
  })

  it('shows a page before the end, which leads back, and ends only there', () => {
    const { state, press, go, world } = openPaper()
    for (let n = 0; n < 4; n += 1) press('submitted')
    expect(state()).toMatchObject({ questionId: 'q4', free: { isReviewing: true } })
    go('q2')
    expect(state()).toMatchObject({ questionId: 'q2', free: { isReviewing: false } })
    expect(state().free?.isFromReview).toBe(true)
    go('end')
    world.dispatch(world.windows[0] as FreeWindow, { type: 'chosen', answer: 4 })
    expect(state().free?.progress.q2?.answer ?? null).toBeNull()
    press('submitted')
    world.runUntilIdle()
    expect(state().phase.at).toBe('ended')
  })

  it('treats a double press of Save & next, or of Finish after it, as one', () => {
    const { state, press, go, world, window } = openPaper()
    press('submitted')
    world.dispatch(window, { type: 'submitted' })
    expect(state().questionId).toBe('q2')
    go('q4')
    press('submitted')
    world.dispatch(window, { type: 'submitted' })
    expect(state()).toMatchObject({ phase: { at: 'open' }, free: { isReviewing: true } })
  })

  it('distinguishes seen, answered and marked', () => {
    const { choose, press, go, listStates } = openPaper()
    choose(1)
    press('mark-pressed')
    go('q2')
    go('q3')
    press('mark-pressed')
    expect(listStates()).toEqual(['answered-marked', 'seen', 'marked', 'not-seen'])
    press('mark-pressed')
    choose(2)
    choose(null)
    expect(listStates()).toEqual(['answered-marked', 'seen', 'seen', 'not-seen'])
  })

  it('does not count a mark or a position as a pending or saved answer', () => {
    const { state, choose, press, world } = openPaper()
    press('mark-pressed')
    expect(state().queue.waiting.length).toBeGreaterThan(0)
    expect(hideNotes(state()).queue.waiting).toEqual([])
    choose(1)
    expect(hideNotes(state()).queue.waiting).toHaveLength(1)
    world.runUntilIdle()
    expect(state().queue).toMatchObject({ waiting: [], saved: ['q1'], lastSaved: 'q1' })
    choose(null)
    world.runUntilIdle()
    expect(state().queue).toMatchObject({ waiting: [], saved: [], lastSaved: null })
  })

  it('sends only the last of many changes at a question, once there is a connection', () => {
    const { state, choose, world, window } = openPaper()
    for (let answer = 0; answer < 50; answer += 1) {
      choose(answer)
      world.receiveAll(window)
    }
    const answers = state().queue.waiting.filter(({ answer }) => typeof answer === 'number')
    expect(answers.length).toBeLessThanOrEqual(2)
    expect(world.device.rows().length).toBeLessThanOrEqual(4)
    world.runUntilIdle()
    expect(world.readServer().q1?.answer).toBe(49)
  })

  it('ends with the current choice when the time is over, without a submit', () => {
    const { state, choose, world, window } = openPaper()
    choose(7)
    world.pass(60 * 60_000)
    world.dispatch(window, { type: 'time-over' })
    world.runUntilIdle()
    expect(state().phase.at).toBe('ended')
    expect(state().phase).toMatchObject({ isLate: false, notTaken: [] })
  })

  it('does not send an answer late that was cleared while in flight', () => {
    const { state, choose, world, window } = openPaper()
    world.runUntilIdle()
    choose(1)
    world.receiveAll(window)
    choose(null)
    world.receiveAll(window)
    expect(window.calls).toContainEqual(expect.objectContaining({ type: 'send-answer' }))
    const sent = { type: 'send-end', turn: 0, kind: 'finished', observed: null } as const
    world.dispatch(window, {
      type: 'end-taken',
      sent: { ...sent, answers: [], timeoutMs: 0 },
      finishReason: 'Ended by the institute',
    })
    expect(state().phase).toMatchObject({ at: 'ended', notTaken: [] })
    expect(state().queue.waiting).toEqual([])
    expect(world.device.rows()).toEqual([])
  })

  it('is resumed where it was left, with its marks, on another device', () => {
    const { choose, press, go, world, listStates } = openPaper()
    choose(1)
    go('q3')
    press('mark-pressed')
    world.runUntilIdle()
    const before = listStates()
    world.device.clear()
    const other = world.openWindow()
    expect(other.state.questionId).toBe('q3')
    expect(
      other.state.questionIds.map((id) => getQuestionState(other.state.free?.progress[id])),
    ).toEqual(before)
  })

  it('receives what was done on the other device, and the next change wins', () => {
    const { state, choose, world } = openPaper()
    choose(1)
    world.runUntilIdle()
    world.changeElsewhere('q1', 8, world.now() + 50_000)
    world.poll()
    expect(state().free?.progress.q1?.answer?.value).toBe(8)
    choose(2)
    expect(state().free?.progress.q1?.answer?.value).toBe(2)
    world.runUntilIdle()
    expect(world.readServer().q1?.answer).toBe(2)
  })
})

/** One thing that happens; the numbers pick which. */
const moves: readonly ((world: World, window: FreeWindow, n: number) => void)[] = [
  ...[0, 1, 2].map(
    () => (world: World, window: FreeWindow, n: number) =>
      world.dispatch(window, { type: 'chosen', answer: n }),
  ),
  (world, window) => world.dispatch(window, { type: 'chosen', answer: null }),
  (world, window) => world.dispatch(window, { type: 'mark-pressed' }),
  (world, window, n) => world.dispatch(window, { type: 'went', to: `q${1 + (n % 4)}` }),
  (world, window) => {
    world.pass(600)
    if (!window.state.free?.isReviewing) world.dispatch(window, { type: 'submitted' })
  },
  ...[0, 1, 2, 3].map(() => (world: World, window: FreeWindow, n: number) => world.act(window, n)),
  ...[0, 1, 2].map(() => (world: World, window: FreeWindow, n: number) => world.hear(window, n)),
  (world, window, n) => world.fire(window, n),
  (world, window) => {
    world.kill(window)
    world.openWindow()
  },
  (world) => {
    if (world.listAlive().length < 2) world.openWindow()
  },
  (world) => world.pass(-30_000),
  (world, window) => world.dispatch(window, { type: 'browser', change: 'online' }),
]

const movesArbitrary = fc.array(fc.tuple(fc.nat(moves.length - 1), fc.nat(1), fc.nat(1000)), {
  minLength: 1,
  maxLength: 70,
  size: 'max',
})
const runs = { numRuns: Number(process.env.RUNS ?? 600) }

function play(played: readonly (readonly [number, number, number])[]): World {
  const world = createFreeWorld()
  world.openWindow()
  for (const [move, index, n] of played) {
    const alive = world.listAlive()
    const window = alive[index % Math.max(1, alive.length)]
    if (window) moves[move]?.(world, window, n)
  }
  return world
}

describe('in any order of changes, crashes, lost calls and late replies', () => {
  it('the server has the last of all changes, and every window shows it', () => {
    fc.assert(
      fc.property(movesArbitrary, (played) => {
        const world = play(played)
        world.runUntilIdle()
        // The next window to open sends the answers that a crashed one left on the device.
        for (const window of world.listAlive()) world.kill(window)
        const last = world.openWindow()
        world.runUntilIdle()
        expect(world.readServer()).toEqual(world.readModel())
        expect(world.readWindow(last)).toEqual(world.readModel())
        expect(last.state.queue.waiting).toEqual([])
        expect(world.device.rows()).toEqual([])
      }),
      runs,
    )
  })

  it('two windows agree as soon as the device has stored all changes', () => {
    fc.assert(
      fc.property(movesArbitrary, (played) => {
        const world = play(played)
        for (const window of world.listAlive()) world.receiveAll(window)
        const shown = world.listAlive().map((window) => world.readWindow(window))
        for (const one of shown) expect(one).toEqual(world.readModel())
      }),
      runs,
    )
  })

  it('an end includes all changes', () => {
    fc.assert(
      fc.property(movesArbitrary, (played) => {
        const world = play(played)
        const [window] = world.listAlive()
        if (!window) return
        for (const one of world.listAlive()) world.receiveAll(one)
        world.dispatch(window, { type: 'went', to: 'end' })
        // The first one may be a repeated press.
        for (let press = 0; press < 2; press += 1) {
          world.pass(600)
          world.dispatch(window, { type: 'submitted' })
        }
        world.runUntilIdle()
        expect(window.state.phase).toMatchObject({ at: 'ended', notTaken: [] })
        expect(world.readServer()).toEqual(world.readModel())
        expect(window.state.queue.saved).toEqual(
          window.state.questionIds.filter((id) => world.readModel()[id]?.answer != null),
        )
      }),
      runs,
    )
  })
})
