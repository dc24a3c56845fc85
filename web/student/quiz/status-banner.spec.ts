import { describe, expect, it } from 'vitest'
import { advanceSession } from '#core/quiz-session/session.ts'
import { createSession } from '#core/quiz-session/session-state.ts'
import { toFlashMessage } from './flash-messages.ts'
import { getStateMessage, isSpokenByClock } from './status-banner.tsx'
import type { QuizSession } from './use-quiz-session.ts'

const session: QuizSession = createSession({
  questionIds: ['q1'],
  mode: 'observe',
  endsAt: 60_000,
  saved: [],
  waiting: [],
})
const quiet = { session, isLow: false, isPastGrace: false, isOnline: true }

function atFailedEnd(event: { type: 'time-over' | 'submitted' }, isTriedAgain = true): QuizSession {
  const [sending] = advanceSession(
    { ...session, questionId: undefined },
    { ...event, at: 60_000, jitter: 0.5 },
  )
  if (sending.phase.at !== 'sending') throw new Error('It has not begun to end')
  const ending = { ...sending.phase.ending, hasFailed: true }
  return { ...session, phase: { at: 'failed', ending, isTriedAgain } }
}

it('says nothing while all is well', () => {
  expect(getStateMessage(quiet)).toBeNull()
})

it.each([
  { event: { type: 'time-over' }, title: 'Error submitting after time expired.' },
  { event: { type: 'submitted' }, title: 'Error finishing quiz.' },
] as const)('shows a failed end: $title', ({ event, title }) => {
  const failed = getStateMessage({ ...quiet, session: atFailedEnd(event) })
  expect(failed).toMatchObject({ tone: 'bad', title })
  expect(failed?.text).toBe('Your answers are kept on this page, which tries again by itself.')
  const gone = getStateMessage({ ...quiet, session: atFailedEnd(event, false) })
  expect(gone).toMatchObject({ title, text: 'Your answers are kept on this page.' })
})

it('shows the same message for a failed end while it is retried', () => {
  const failed = atFailedEnd({ type: 'submitted' })
  const [retried] = advanceSession(failed, {
    type: 'waited',
    timer: 'end',
    at: 61_000,
    jitter: 0.5,
  })
  expect(retried.phase.at).toBe('sending')
  const message = getStateMessage({ ...quiet, session: retried })
  expect(message).toEqual(getStateMessage({ ...quiet, session: failed }))
})

it.each([
  [true, 'We cannot reach the exam server. Nothing is wrong with your device.', 'as soon as it'],
  [false, 'You are offline.', 'when you reconnect'],
])(
  'distinguishes an unreachable server from an offline device (browser online: %s)',
  (isOnline, title, text) => {
    const unsent: QuizSession = { ...session, queue: { ...session.queue, sendError: 'offline' } }
    const message = getStateMessage({ ...quiet, session: unsent, isOnline })
    expect(message?.title).toBe(title)
    expect(message?.text).toContain(text)
  },
)

it('warns of low time only where there is no other message', () => {
  const isLow = true
  expect(getStateMessage({ ...quiet, isLow })?.title).toBe('Less than 5 minutes left.')
  const shared = { ...session, otherWindows: ['another'] }
  const title = 'This quiz is open in two windows.'
  expect(getStateMessage({ ...quiet, session: shared, isLow })?.title).toBe(title)
  expect(getStateMessage({ ...quiet, isOnline: false, isLow })?.title).toBe('You are offline.')
  const elsewhere = { ...session, isOpenElsewhere: true }
  const other = 'Also open on another device.'
  expect(getStateMessage({ ...quiet, session: elsewhere, isLow })?.title).toBe(other)
})

it('leaves announcing low time to the clock', () => {
  const low = getStateMessage({ ...quiet, isLow: true })
  const offline = getStateMessage({ ...quiet, isLow: true, isOnline: false })
  expect(low && isSpokenByClock(low)).toBe(true)
  expect(offline && isSpokenByClock(offline)).toBe(false)
})

describe('an end that does not reach the server', () => {
  const show = (selectedOption: number | null, isPastGrace: boolean) => {
    const answer = selectedOption === null ? null : { selectedOption }
    const [before] = advanceSession(session, { type: 'chosen', answer, at: 1, jitter: 0.5 })
    const [sending] = advanceSession(before, { type: 'time-over', at: 60_000, jitter: 0.5 })
    return getStateMessage({ ...quiet, session: sending, isOnline: false, isPastGrace })
  }

  it('promises to send the answers while they can still be in time', () => {
    expect(show(0, false)).toMatchObject({
      title: 'You are offline.',
      text: 'We will send your answers when you are online. Keep this page open.',
    })
  })

  it('says that answers are late once the grace is over', () => {
    expect(show(0, true)).toMatchObject({
      title: 'The time is over. You are offline.',
      text: 'What has not reached us by now is sent when you are online and kept as late: your trainer can accept it. Keep this page open.',
    })
  })

  it.each([false, true])('mentions no answers where none is pending (past the grace: %s)', (is) => {
    expect(show(null, is)?.text).toBe(
      'We will finish your quiz when you are online. Keep this page open.',
    )
  })
})

it.each([
  { remaining: 1, text: 'Please stay in this window. 1 more is forgiven.' },
  { remaining: 0, text: 'Please stay in this window. The next time ends the quiz.' },
])('says how many warnings are left: $remaining', ({ remaining, text }) => {
  const warning = { type: 'warning', kind: 'back', violations: 2 - remaining, remaining } as const
  const title = `Warning ${2 - remaining}: The back button was pressed.`
  expect(toFlashMessage(warning)).toMatchObject({ title, text })
})

it.each([
  [1, '1 minute was added.'],
  [5, '5 minutes were added.'],
])('says that %s min were added', (minutes, title) => {
  expect(toFlashMessage({ type: 'time-added', minutes }).title).toBe(title)
})
