import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CallOutcome } from '#test/quiz-session-calls.ts'
import { createSessionWorld, type SessionWindow } from '#test/quiz-session-world.ts'
import { integrityModes } from '../exams/exam.ts'
import { getPollSeconds } from './clock-interval.ts'
import type { ProctoringEvent } from './effects.ts'

type World = ReturnType<typeof createSessionWorld>

const outcomes: readonly CallOutcome[] = [
  ...([
    'pass',
    'pass',
    'pass',
    'busy',
    'fault',
    'logged-out',
    'lost-request',
    'lost-reply',
  ] as const),
]
const eventKinds = ['hidden', 'blur', 'devtools', 'blocked-key', 'offline'] as const
const browserChanges = ['online', 'offline', 'shown', 'hidden', 'focused'] as const
const at = <T>(list: readonly T[], n: number) => list[n % list.length] as T

/** One thing that happens; the numbers pick which. */
const moves: readonly ((world: World, window: SessionWindow, n: number) => void)[] = [
  ...Array.from({ length: 4 }, () => (world: World, window: SessionWindow) => world.choose(window)),
  ...Array.from(
    { length: 6 },
    () => (world: World, window: SessionWindow, n: number) =>
      world.act(window, n % Math.max(1, window.calls.length), at(outcomes, n >> 3)),
  ),
  ...Array.from(
    { length: 6 },
    () => (world: World, window: SessionWindow, n: number) =>
      world.hear(window, n % Math.max(1, window.replies.length)),
  ),
  ...Array.from(
    { length: 4 },
    () => (world: World, window: SessionWindow, n: number) =>
      world.fire(window, n % Math.max(1, window.timers.size)),
  ),
  (world, window) => world.dispatch(window, { type: 'submitted' }),
  (world, window) => world.dispatch(window, { type: 'postponed' }),
  (world, window) => world.dispatch(window, { type: 'finished-early' }),
  (world, window, n) => world.dispatch(window, { type: 'chosen', answer: 10_000 + n }),
  (world, window, n) => world.dispatch(window, { type: 'browser', change: at(browserChanges, n) }),
  (world, window, n) => world.observe(window, at(eventKinds, n)),
  (world, _, n) => world.pass(n * 1000),
  (world, window) => {
    if (world.now() >= window.state.endsAt) world.dispatch(window, { type: 'time-over' })
  },
  (world, window) => {
    world.pass(Math.max(0, window.state.endsAt - world.now()))
    world.dispatch(window, { type: 'time-over' })
  },
  (world, _, n) => world.server.addMinutes(1 + (n % 20), world.now()),
  (world) => world.server.reopen(world.now()),
  (world) => world.server.startPause(world.serverNow()),
  (world) => world.server.startPause(world.serverNow()),
  (world) => world.server.goOn(world.serverNow()),
  (world, _, n) => world.server.say(`message ${n}`, world.now()),
  (world, window) => {
    const [message] = window.state.messages
    if (message) world.dispatch(window, { type: 'message-dismissed', id: message.id })
  },
  (world, window) => world.dispatch(window, { type: 'watched' }),
  (world) => world.server.openElsewhere(),
  (world, _, n) => {
    world.server.aheadMs = n * 1000
  },
  (world, _, n) => {
    world.server.pollSeconds = getPollSeconds(n * 20)
  },
  (world, _, n) => {
    const answer = { questionId: `q${1 + (n % 4)}`, answer: 20_000 + n, sequence: world.now() }
    world.server.submit(answer, world.now())
  },
  (world) => world.server.finish([], 'User pressed back button', world.now()),
  (world, window) => world.dispatch(window, { type: 'page-hidden' }),
  (world, window) => {
    world.kill(window)
    world.openWindow()
  },
  (world) => {
    if (world.windows.filter(({ isAlive }) => isAlive).length < 2) world.openWindow()
  },
  (world) => {
    world.device.isBroken = !world.device.isBroken
  },
]

type Move = readonly [move: number, window: number, n: number]
const movesArbitrary = fc.array(fc.tuple(fc.nat(moves.length - 1), fc.nat(1), fc.nat(1000)), {
  minLength: 1,
  maxLength: 60,
  size: 'max',
})

function play(world: World, played: readonly Move[]) {
  world.openWindow()
  for (const [move, index, n] of played) {
    const alive = world.windows.filter(({ isAlive }) => isAlive)
    const window = alive[index % Math.max(1, alive.length)]
    if (window) moves[move]?.(world, window, n)
  }
}

/** A pause is over, the net is well, the server answers, and everybody waits until nothing moves. */
function runUntilIdle(world: World) {
  world.server.goOn(world.serverNow())
  for (const window of world.windows.filter(({ isAlive }) => isAlive))
    for (const change of ['online', 'shown'] as const)
      world.dispatch(window, { type: 'browser', change })
  for (let round = 0; round < 200; round += 1) {
    for (const window of world.windows.filter(({ isAlive }) => isAlive)) {
      while (window.calls.length > 0) world.act(window, 0, 'pass')
      while (window.replies.length > 0) world.hear(window, 0)
      // An older reply may have brought a pause that is over: the next poll corrects it.
      if (window.state.pause) world.dispatch(window, { type: 'waited', timer: 'poll' })
      const names = [...window.timers.keys()]
      const due = names.findIndex((name) => name !== 'poll')
      if (due >= 0) world.fire(window, due)
    }
  }
}

/** Lets the last minutes pass for a student who is still working. */
function letTimeRunOut(world: World) {
  const open = world.windows.filter(({ isAlive }) => isAlive)
  for (const window of open) {
    world.pass(Math.max(0, window.state.endsAt - world.now()))
    world.dispatch(window, { type: 'time-over' })
  }
  runUntilIdle(world)
}

function findLostChoices({ choices, server, device }: World) {
  const lost = choices.filter(({ questionId, answer, window }) => {
    const isChoice = (one: { questionId: string; answer: number }) =>
      one.questionId === questionId && one.answer === answer
    // A window that is killed takes along what the device had not taken.
    const isUnwritten = window.state.queue.waiting.some(
      (one) => isChoice(one) && one.place !== 'device',
    )
    // Refused for now, as an attempt that was reopened does: it is sent again.
    const { phase } = window.state
    const isRetried = phase.at === 'ended' && phase.late.step !== 'stopped' && isUnwritten
    return !(
      isRetried ||
      server.accepted.some(isChoice) ||
      server.late.some(isChoice) ||
      server.reportedOtherwise.some(isChoice) ||
      device.rows().some(isChoice) ||
      (!window.isAlive && isUnwritten)
    )
  })
  return lost.map(({ questionId, answer, window }) => {
    const { phase, queue } = window.state
    const facts = { ...phase, isAlive: window.isAlive, waiting: queue.waiting }
    return `${window.name}: ${questionId} = ${answer}: ${JSON.stringify(facts)}`
  })
}

/**
 * Seed 25014744: a choice that was not submitted goes with the last call of a hidden page, which is
 * lost, and the attempt ends later, in its second reopening.
 */
const lostLastCall: Move[] = [
  [31, 0, 0],
  [23, 0, 0],
  [28, 0, 0],
  [16, 0, 45],
  [4, 0, 0],
  [41, 0, 0],
  [30, 0, 0],
  [26, 0, 616],
  [42, 0, 0],
  [30, 0, 0],
  [4, 0, 24],
  [0, 0, 0],
]

const runs = { numRuns: Number(process.env.RUNS ?? 1500) }

describe.each(integrityModes)('in any order of events (%s)', (mode) => {
  it('keeps every rule of a session at each step', () => {
    fc.assert(
      fc.property(movesArbitrary, (played) => {
        const world = createSessionWorld(mode)
        play(world, played)
        expect(world.violations).toEqual([])
      }),
      runs,
    )
  })

  it('loses no choice: it is on the server, as an answer or late, or on the device', () => {
    fc.assert(
      fc.property(movesArbitrary, fc.boolean(), (played, isToEnd) => {
        const world = createSessionWorld(mode)
        play(world, played)
        runUntilIdle(world)
        if (isToEnd) letTimeRunOut(world)
        expect(findLostChoices(world)).toEqual([])
        expect(world.violations).toEqual([])
      }),
      { ...runs, examples: [[lostLastCall, false]] },
    )
  })

  it('keeps events until the server has them, past every crash', () => {
    fc.assert(
      fc.property(movesArbitrary, (played) => {
        const world = createSessionWorld(mode)
        play(world, played)
        runUntilIdle(world)
        const { stored, server, device } = world
        const isSame = (one: ProctoringEvent) => (other: { kind: string; at: number }) =>
          other.kind === one.kind && other.at === one.at
        const lost = stored.filter(
          (one) =>
            !server.events.some(isSame(one)) &&
            !device.reports().some(({ observed }) => isSame(one)(observed)),
        )
        expect(lost).toEqual([])
      }),
      runs,
    )
  })

  it('reaches one end, with the server’s reason and clock', () => {
    fc.assert(
      fc.property(movesArbitrary, (played) => {
        const world = createSessionWorld(mode)
        play(world, played)
        runUntilIdle(world)
        for (const window of world.windows.filter(({ isAlive }) => isAlive)) {
          if (window.state.phase.at !== 'open') continue
          world.dispatch(window, { type: 'browser', change: 'shown' })
          runUntilIdle(world)
          if (window.state.phase.at === 'open')
            expect(window.state.endsAt).toBe(world.server.endsAt())
        }
        letTimeRunOut(world)
        for (const window of world.windows.filter(({ isAlive }) => isAlive))
          expect(window.state.phase.at).toBe('ended')
      }),
      runs,
    )
  })
})
