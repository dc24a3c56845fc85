import type { IntegrityMode } from '#core/exams/exam.ts'
import type { EventKind } from '#core/proctoring/policy.ts'
import type { CallOutcome } from './quiz-session-calls.ts'
import { createSessionWorld } from './quiz-session-world.ts'

/** One window; calls go through unless it says otherwise, and replies are received at once. */
export function openQuiz(mode: IntegrityMode = 'observe') {
  const world = createSessionWorld(mode)
  const { server, device, dispatch } = world
  const opened = world.openWindow()
  if (!opened) throw new Error('The attempt is over')
  const window = opened
  const typeOf = ({ type }: { type: string }) => type
  function receiveAll() {
    while (window.replies.length > 0) world.hear(window, 0)
  }
  return {
    world,
    window,
    server,
    device,
    state: () => window.state,
    calls: () => window.calls.map(typeOf),
    find: <T extends string>(type: T) => window.calls.find((call) => call.type === type),
    choose: () => world.choose(window),
    answer() {
      world.choose(window)
      receiveAll()
    },
    submit: () => dispatch(window, { type: 'submitted' }),
    dispatch: (event: Parameters<typeof dispatch>[1]) => dispatch(window, event),
    receiveAll,
    /** Lets the first call of a kind arrive, or not. */
    let(type: string, outcome: CallOutcome = 'pass') {
      const index = window.calls.findIndex((call) => call.type === type)
      if (index < 0) throw new Error(`No ${type} under way: ${window.calls.map(typeOf)}`)
      world.act(window, index, outcome)
      receiveAll()
    },
    wait(timer: string) {
      const index = [...window.timers.keys()].indexOf(timer)
      if (index < 0) throw new Error(`No timer ${timer}`)
      world.fire(window, index)
      receiveAll()
    },
    see: (kind: EventKind, durationMs?: number) => {
      const observed = { kind, at: world.now(), ...(durationMs ? { durationMs } : {}) }
      dispatch(window, { type: 'observed', observed })
    },
    reachDeadline() {
      world.pass(window.state.endsAt - world.now())
      dispatch(window, { type: 'time-over' })
    },
  }
}

/** All but the last of four questions are answered. */
export function openLastQuestion(mode?: IntegrityMode) {
  const quiz = openQuiz(mode)
  for (let n = 0; n < 3; n += 1) {
    quiz.answer()
    quiz.let('send-answer')
    quiz.wait('next')
  }
  return quiz
}
