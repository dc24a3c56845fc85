import { describe, expect, it } from 'vitest'
import { refuse } from '#test/quiz-session-calls.ts'
import { openQuiz } from '#test/quiz-session-window.ts'
import { createSessionWorld, type SessionWindow } from '#test/quiz-session-world.ts'
import { getShownWarning } from './warnings.ts'

type World = ReturnType<typeof createSessionWorld>

const minutes = (count: number) => count * 60_000

function open(mode: 'strict' | 'warn' | 'observe' = 'strict') {
  const world = createSessionWorld(mode)
  const window = world.openWindow()
  if (!window) throw new Error('The attempt is over')
  answerAll(world, window)
  return { world, window }
}

/** Every call arrives and is answered, and every pause but the poll's passes. */
function answerAll(world: World, window: SessionWindow) {
  for (let round = 0; round < 20; round += 1) {
    while (window.calls.length > 0) world.act(window, 0, 'pass')
    while (window.replies.length > 0) world.hear(window, 0)
    const due = [...window.timers.keys()].findIndex((name) => name !== 'poll')
    if (due >= 0) world.fire(window, due)
  }
}

function poll(world: World, window: SessionWindow) {
  world.dispatch(window, { type: 'waited', timer: 'poll' })
  answerAll(world, window)
}

function pause(world: World, window: SessionWindow) {
  world.pass(1000)
  world.server.startPause(world.now())
  poll(world, window)
}

describe('a pause', () => {
  it('stops the clock, and moves the deadline by exactly its length', () => {
    const { world, window } = open()
    const before = window.state.endsAt
    pause(world, window)
    const { pause: received } = window.state
    expect(received).toMatchObject({ leftMs: before - (received?.since ?? 0), reason: 'network' })
    world.pass(minutes(7))
    poll(world, window)
    expect(window.state.pause?.leftMs).toBe(received?.leftMs)
    world.server.goOn((received?.since ?? 0) + minutes(7))
    poll(world, window)
    expect(window.state.pause).toBeNull()
    expect(window.state.endsAt).toBe(before + minutes(7))
    expect(window.state.pausedMs).toBe(minutes(7))
  })

  it('announces the time left when it ends, and no added minutes', () => {
    const { world, window } = open()
    pause(world, window)
    world.pass(minutes(7))
    world.server.goOn(world.now())
    poll(world, window)
    expect(window.shown).toEqual([
      {
        type: 'show-message',
        message: { type: 'resumed', secondsLeft: (window.state.endsAt - world.now()) / 1000 },
      },
    ])
  })

  it('announces minutes that are added while it lasts, and those that are reverted', () => {
    const { world, window } = open()
    pause(world, window)
    world.server.addMinutes(5, world.now())
    poll(world, window)
    world.server.addMinutes(-5, world.now())
    poll(world, window)
    expect(window.shown).toMatchObject([
      { message: { type: 'time-added', minutes: 5 } },
      { message: { type: 'time-added', minutes: -5 } },
    ])
  })

  it('keeps a choice on the device until it ends, but sends older answers', () => {
    const { world, window } = open()
    world.choose(window)
    const older = window.state.queue.waiting[0]?.sequence
    pause(world, window)
    expect(world.server.answers.get('q1')?.sequence).toBe(older)
    world.pass(5_000)
    world.choose(window)
    answerAll(world, window)
    expect(world.server.answers.has('q2')).toBe(false)
    expect(world.device.rows()).toHaveLength(1)
    expect(window.state.queue.sendError).toBeNull()
    world.server.goOn(world.now())
    poll(world, window)
    expect(world.server.answers.has('q2')).toBe(true)
    expect(world.device.rows()).toEqual([])
  })

  it('is learned from a refused answer, which is kept', () => {
    const { world, window } = open()
    world.pass(1000)
    world.server.startPause(world.now())
    world.pass(1000)
    world.choose(window)
    answerAll(world, window)
    expect(window.state.pause).toMatchObject({ since: world.server.pause()?.since })
    expect(window.state.queue.waiting).toHaveLength(1)
    expect(world.device.rows()).toHaveLength(1)
  })

  it('learned from a refused answer shows the time that was left', () => {
    const { dispatch, answer, find, state, world } = openQuiz()
    answer()
    const sent = find('send-answer')
    const failure = refuse('attempt-paused')
    if (sent?.type === 'send-answer') dispatch({ type: 'answer-failed', sent, failure })
    expect(state().pause?.leftMs).toBe(state().endsAt - world.now())
    expect(state().pause?.leftMs).toBe(minutes(30))
  })

  it.each(['strict', 'warn'] as const)('makes nothing a violation in a %s exam', (mode) => {
    const { world, window } = open(mode)
    pause(world, window)
    for (const kind of ['hidden', 'devtools', 'blur', 'back'] as const)
      world.dispatch(window, { type: 'observed', observed: { kind, at: world.now() } })
    world.dispatch(window, { type: 'page-hidden' })
    answerAll(world, window)
    expect(world.server.events).toEqual([])
    expect(window.state).toMatchObject({ phase: { at: 'open' }, isWatched: false })
  })

  it('resumes proctoring only with the first focused view after it', () => {
    const { world, window } = open()
    pause(world, window)
    world.dispatch(window, { type: 'watched' })
    world.server.goOn(world.now())
    poll(world, window)
    world.dispatch(window, { type: 'observed', observed: { kind: 'hidden', at: world.now() } })
    expect(window.state.phase.at).toBe('open')
    world.dispatch(window, { type: 'watched' })
    world.dispatch(window, { type: 'observed', observed: { kind: 'hidden', at: world.now() } })
    expect(window.state.phase.at).toBe('sending')
  })

  it('that the clock tells of leaves a forced end alone, which the server may have received', () => {
    const { wait, see, state, server, world, let: act } = openQuiz('strict')
    wait('poll')
    see('hidden')
    act('send-end', 'lost-request')
    server.startPause(world.now())
    act('ask-clock')
    expect(state().pause).not.toBeNull()
    expect(state().phase).toMatchObject({ at: 'sending', ending: { kind: 'forced' } })
  })

  it('undoes a forced end that the server did not receive before it', () => {
    const { world, window } = open()
    world.pass(1000)
    world.server.startPause(world.now())
    world.dispatch(window, { type: 'observed', observed: { kind: 'hidden', at: world.now() } })
    answerAll(world, window)
    expect(world.server.finishReason()).toBeNull()
    expect(window.state.phase.at).toBe('open')
    expect(window.state.pause).not.toBeNull()
    expect(world.device.reports()).toEqual([])
  })

  it('holds back a finish, and finishes when the student presses again', () => {
    const { world, window } = open()
    for (let count = 0; count < 4; count += 1) {
      world.choose(window)
      if (count === 3) world.server.startPause(world.now() + 1)
      answerAll(world, window)
    }
    expect(world.server.finishReason()).toBeNull()
    expect(window.state).toMatchObject({ phase: { at: 'open' }, questionId: undefined })
    world.server.goOn(world.now() + 1000)
    poll(world, window)
    world.dispatch(window, { type: 'submitted' })
    answerAll(world, window)
    expect(world.server.finishReason()).toBe('Completed')
    expect(world.server.accepted).toHaveLength(4)
  })

  it('gives a device that was offline past its deadline the moved deadline', () => {
    const { world, window } = open()
    const { endsAt } = window.state
    world.dispatch(window, { type: 'browser', change: 'offline' })
    world.pass(minutes(20))
    world.server.startPause(world.now())
    world.pass(endsAt - world.now())
    world.dispatch(window, { type: 'time-over' })
    while (window.calls.length + window.replies.length > 0) {
      world.act(window, 0, 'lost-request')
      world.hear(window, 0)
    }
    expect(window.state.phase.at).toBe('sending')
    world.server.goOn(world.now())
    world.dispatch(window, { type: 'browser', change: 'online' })
    answerAll(world, window)
    expect(window.state).toMatchObject({ phase: { at: 'open' }, endsAt: world.server.endsAt() })
    expect(window.state.endsAt).toBeGreaterThan(endsAt + minutes(9))
  })

  it('is there at once after a reload', () => {
    const { world, window } = open()
    pause(world, window)
    world.kill(window)
    const reloaded = world.openWindow()
    expect(reloaded?.state.pause).toMatchObject({ since: window.state.pause?.since })
    expect(reloaded?.state.isWatched).toBe(false)
  })

  it('shows no warning while it lasts', () => {
    const { world, window } = open('warn')
    const waiting = { number: 1, kind: 'hidden', at: 0, awayMs: 0, isCounted: false } as const
    window.state = { ...window.state, warnings: { ...window.state.warnings, waiting } }
    expect(getShownWarning(window.state)).toBe(waiting)
    pause(world, window)
    expect(getShownWarning(window.state)).toBeNull()
  })

  it('does not return with an outdated reply', () => {
    const { world, window } = open()
    pause(world, window)
    const late = { type: 'ask-clock', turn: 0, timeoutMs: 1, isPoll: false } as const
    const clock = { isRunning: true, endsAt: window.state.endsAt, repliedAt: world.now() - 500 }
    world.dispatch(window, { type: 'clock-received', sent: late, clock })
    expect(window.state.pause).not.toBeNull()
  })
})

describe('a message of the institute', () => {
  it('stays in every window until it is dismissed, which is sent to the server', () => {
    const { world, window } = open()
    const other = world.openWindow()
    if (!other) throw new Error('The attempt is over')
    world.server.say('Read “ascending”.', world.now())
    poll(world, window)
    poll(world, other)
    poll(world, window)
    expect(window.state.messages).toMatchObject([{ text: 'Read “ascending”.' }])
    world.dispatch(window, { type: 'message-dismissed', id: 'Read “ascending”.' })
    expect(window.state.messages).toEqual([])
    expect(other.state.messages).toEqual([])
    answerAll(world, window)
    expect(world.server.messages()).toEqual([])
  })

  it('does not return before the server knows of the dismissal, which is sent again', () => {
    const { world, window } = open()
    world.server.say('a', world.now())
    poll(world, window)
    world.dispatch(window, { type: 'message-dismissed', id: 'a' })
    while (window.calls.length > 0) world.act(window, 0, 'lost-request')
    world.pass(1000)
    poll(world, window)
    expect(window.state.messages).toEqual([])
    expect(world.server.messages()).toEqual([])
  })
})
