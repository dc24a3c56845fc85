import type { PresentedQuestion } from '#contract/attempts.ts'
import {
  finishExpiredQuiz,
  finishQuiz,
  getQuestions,
  startQuiz,
  submitAnswer,
} from '#contract/attempts.ts'
import { logout } from '#contract/current-session.ts'
import { reportEvent } from '#contract/proctoring.ts'
import { shuffleIndexes } from '#core/attempts/shuffle.ts'
import type { EventKind } from '#core/proctoring/policy.ts'
import type { TestClient } from '#test/test-app.ts'
import { minute } from './calendar.ts'
import type { Life } from './diary.ts'
import { good, logIn } from './good.ts'
import { rightOf } from './paper.ts'
import { papers, type Story, type TestKey, testIdOf } from './story.ts'

type Seen = {
  readonly afterAnswers: number
  readonly kind: EventKind
  readonly awaySeconds?: number
}

/** One student at one test. */
export type Sitting = {
  readonly test: TestKey
  readonly startsAt: number
  /** Of all questions, the share that is answered rightly. */
  readonly share: number
  /** Questions left alone at the end. */
  readonly skips?: number
  readonly secondsEach?: number
  /** What the browser reports. */
  readonly seen?: readonly Seen[]
  /** The screen's clock runs out, or the browser is never heard of again. */
  readonly ends?: 'at the deadline' | 'never'
  /** When the student goes on after an admin has reopened the attempt. */
  readonly resumesAt?: number
}

export async function* sit(story: Story, email: string, sitting: Sitting): Life {
  yield sitting.startsAt
  let student = await logIn(story, 'student', email)
  const testId = testIdOf(story, sitting.test)
  const started = await good(student.request(startQuiz, { params: { testId } }))
  const attemptId = started.quizAttemptId
  const { questions } = await good(student.request(getQuestions, { params: { testId } }))
  const choices = choicesFor(story, sitting, questions)

  let at = sitting.startsAt
  for (const [place, question] of questions.slice(0, choices.length).entries()) {
    if (await isEndedBy(story, student, attemptId, place, sitting)) {
      await student.request(logout)
      if (sitting.resumesAt === undefined) return
      at = sitting.resumesAt
      yield at
      student = await logIn(story, 'student', email)
    }
    at += pace(story, sitting)
    yield at
    const body = { questionId: question._id, selectedAnswer: choices[place], sequence: at }
    await good(student.request(submitAnswer, { params: { attemptId, testId }, body }))
  }

  if (sitting.ends === 'never') return
  const params = { attemptId }
  if (sitting.ends === 'at the deadline') {
    yield Date.parse(started.endsAt) + 400
    await good(student.request(finishExpiredQuiz, { params, body: {} }))
  } else {
    yield at + pace(story, sitting)
    await good(student.request(finishQuiz, { params, body: { reason: 'Completed' } }))
  }
  await student.request(logout)
}

/** True when what the browser saw after so many answers has ended the attempt. */
async function isEndedBy(
  { academy }: Story,
  student: TestClient,
  attemptId: string,
  answers: number,
  { seen = [] }: Sitting,
): Promise<boolean> {
  let isEnded = false
  for (const { afterAnswers, kind, awaySeconds } of seen) {
    if (afterAnswers !== answers) continue
    const at = new Date(academy.clock.at).toISOString()
    const body = { kind, at, ...(awaySeconds && { durationMs: awaySeconds * 1000 }) }
    const { finished } = await good(student.request(reportEvent, { params: { attemptId }, body }))
    isEnded = finished
  }
  return isEnded
}

/** The text to choose for each question as dealt, as many as are answered at all. */
function choicesFor(
  { dice }: Story,
  { test, share, skips = 0 }: Sitting,
  questions: readonly PresentedQuestion[],
): string[] {
  const answered = questions.slice(0, questions.length - skips)
  const rightCount = Math.min(answered.length, Math.round(share * questions.length))
  const right = new Set(shuffleIndexes(answered.length, dice.between(1, 1e9)).slice(0, rightCount))
  const asked = (text: string, code: string | null = null) => `${text}\n${code ?? ''}`
  const keys = new Map<string, string>(
    papers[test].questions.map((question) => [
      asked(question.text, question.code),
      rightOf(question),
    ]),
  )
  return answered.map(({ question, codeSnippet, options }, place) => {
    const key = keys.get(asked(question.text, codeSnippet)) ?? ''
    const others = options.map(({ text }) => text).filter((text) => text !== key)
    return right.has(place) ? key : dice.pick(others)
  })
}

function pace({ dice }: Story, { secondsEach = 38 }: Sitting): number {
  return Math.round((secondsEach / 60) * minute * (0.6 + 0.8 * dice.roll()))
}
