import { expect, it } from 'vitest'
import { createSession } from '#core/quiz-session/session-state.ts'
import { describeState } from './describe-state.ts'
import type { QuizSession } from './use-quiz-session.ts'

const begun = {
  questionIds: ['q1', 'q2', 'q3'],
  mode: 'observe',
  endsAt: 600_000,
  saved: ['q1'],
} as const
const session: QuizSession = createSession({ ...begun, waiting: [] })

it.each([
  [451, '7 minutes 31 seconds left.'],
  [120, '2 minutes left.'],
  [61, '1 minute 1 second left.'],
  [59, '59 seconds left.'],
  [0, '0 seconds left.'],
  [7_200, '120 minutes left.'],
  [null, 'The time is being checked.'],
])('says the time left, of %s seconds', (secondsLeft, words) => {
  expect(describeState(session, secondsLeft)).toBe(`${words} 1 of 3 answers saved.`)
})

it('says how many answers wait to be sent, and does not count them as saved', () => {
  const answered = { questionId: 'q2', answer: { selectedOption: 0 }, sequence: 2 }
  const waiting: QuizSession = createSession({ ...begun, waiting: [answered] })
  expect(describeState(waiting, 60)).toMatch(
    /^1 minute left\. 1 of 3 answers saved\. 1 answer waiting to send\.$/,
  )
})

it('says that a paused clock stands still, and the time it shows', () => {
  const paused: QuizSession = {
    ...session,
    pause: { leftMs: 89_500 } as QuizSession['pause'],
  }
  expect(describeState(paused, 30)).toMatch(
    /^1 minute 30 seconds left, and the clock stands still\./,
  )
})
