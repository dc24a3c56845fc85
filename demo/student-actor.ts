import { changePassword } from '#contract/accounts.ts'
import {
  finishExpiredQuiz,
  finishQuiz,
  getQuestions,
  startQuiz,
  submitAnswer,
} from '#contract/attempts.ts'
import { logout } from '#contract/current-session.ts'
import { getAttemptClock, reportEvent } from '#contract/proctoring.ts'
import type { PresentedQuestion } from '#contract/questions/kinds.ts'
import { register } from '#contract/registration.ts'
import type { EventKind } from '#core/proctoring/policy.ts'
import { kindNames } from '#core/questions/question.ts'
import { shuffleIndexes } from '#core/random.ts'
import type { InProcessClient } from '#server/http/in-process-client.ts'
import { type Actor, minute } from './calendar.ts'
import { expectOk, logIn } from './create-demo-app.ts'
import { demoPassword, oneTimePassword } from './logins.ts'
import { correctOptionsOf } from './paper.ts'
import { type ExamKey, examIdOf, papers, type Scenario } from './scenario.ts'
import type { DemoStudent } from './students.ts'

export async function* createStudentActor(
  scenario: Scenario,
  student: DemoStudent,
  attempts: readonly PlannedAttempt[],
): Actor {
  const { email, registersAt, setsPasswordAt } = student
  yield registersAt
  await expectOk(
    scenario.app.createClient().request(register, { body: toRegistrationForm(scenario, student) }),
  )
  if (setsPasswordAt === undefined) return

  yield setsPasswordAt
  const client = scenario.app.createClient()
  const body = { email, password: oneTimePassword, newPassword: demoPassword }
  await expectOk(client.request(changePassword, { body }))
  await client.request(logout)
  for (const attempt of attempts) yield* takeExam(scenario, email, attempt)
}

function toRegistrationForm({ pictures }: Scenario, { draft, cardShade }: DemoStudent): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries(draft)) form.set(field, value)
  form.set('termsAccepted', 'true')
  if (cardShade === undefined) return form
  for (const side of ['front', 'back'] as const) {
    const name = side === 'front' ? 'aadharFront' : 'aadharBack'
    form.set(name, toPngBlob(pictures.get(`${side}-${cardShade}`)), `${side}.png`)
  }
  return form
}

export function toPngBlob(png: Buffer | undefined): Blob {
  if (!png) throw new Error('There is no such picture')
  return new Blob([new Uint8Array(png)], { type: 'image/png' })
}

type ReportedEvent = {
  readonly afterAnswers: number
  readonly kind: EventKind
  readonly awaySeconds?: number
}

/** One student taking one test. */
export type PlannedAttempt = {
  readonly exam: ExamKey
  readonly startsAt: number
  /** The share of all questions that is answered correctly. */
  readonly share: number
  /** Unanswered questions at the end. */
  readonly skips?: number
  readonly secondsEach?: number
  /** Events that the browser reports. */
  readonly events?: readonly ReportedEvent[]
  /** The time runs out on the screen, or the browser is never seen again. */
  readonly ends?: 'at the deadline' | 'never'
  /** When the student goes on after an admin has reopened the attempt. */
  readonly resumesAt?: number
}

async function* takeExam(scenario: Scenario, email: string, attempt: PlannedAttempt): Actor {
  yield attempt.startsAt
  let student = await logIn(scenario.app, 'student', email)
  const testId = examIdOf(scenario, attempt.exam)
  const startOrResume = () =>
    expectOk(student.request(startQuiz, { params: { testId }, body: { kinds: kindNames } }))
  const openPaper = () => expectOk(student.request(getQuestions, { params: { testId } }))
  const started = await startOrResume()
  const attemptId = started.quizAttemptId
  const { questions } = await openPaper()
  const choices = pickChoices(scenario, attempt, questions)

  let at = attempt.startsAt
  for (const [index, question] of questions.slice(0, choices.length).entries()) {
    if (await isEndedBy(scenario, student, attemptId, index, attempt)) {
      await student.request(logout)
      if (attempt.resumesAt === undefined) return
      at = attempt.resumesAt
      yield at
      student = await logIn(scenario.app, 'student', email)
      await startOrResume()
      await openPaper()
    }
    const nextAt = at + pickPaceMs(scenario, attempt)
    yield* askForClock(student, attemptId, { from: at, until: nextAt })
    at = nextAt
    yield at
    const chosen = toAnswerFields(question, choices[index] ?? [])
    const body = { questionId: question._id, ...chosen, sequence: at }
    await expectOk(student.request(submitAnswer, { params: { attemptId, testId }, body }))
  }

  if (attempt.ends === 'never') return
  const params = { attemptId }
  if (attempt.ends === 'at the deadline') {
    const endsAt = Date.parse(started.endsAt)
    yield* askForClock(student, attemptId, { from: at, until: endsAt })
    yield endsAt + 400
    await expectOk(student.request(finishExpiredQuiz, { params, body: {} }))
  } else {
    const finishedAt = at + pickPaceMs(scenario, attempt)
    yield* askForClock(student, attemptId, { from: at, until: finishedAt })
    yield finishedAt
    await expectOk(student.request(finishQuiz, { params, body: { reason: 'Completed' } }))
  }
  await student.request(logout)
}

const clockEveryMs = 40_000

/** As the page of a student who thinks for longer does. */
async function* askForClock(
  student: InProcessClient,
  attemptId: string,
  { from, until }: { readonly from: number; readonly until: number },
): Actor {
  for (let at = from + clockEveryMs; at < until; at += clockEveryMs) {
    yield at
    await expectOk(student.request(getAttemptClock, { params: { attemptId } }))
  }
}

/** True when the events reported after this many answers have ended the attempt. */
async function isEndedBy(
  { app }: Scenario,
  student: InProcessClient,
  attemptId: string,
  answers: number,
  { events = [] }: PlannedAttempt,
): Promise<boolean> {
  let isEnded = false
  for (const { afterAnswers, kind, awaySeconds } of events) {
    if (afterAnswers !== answers) continue
    const at = new Date(app.clock.at).toISOString()
    const body = { kind, at, ...(awaySeconds && { durationMs: awaySeconds * 1000 }) }
    const { finished } = await expectOk(
      student.request(reportEvent, { params: { attemptId }, body }),
    )
    isEnded = finished
  }
  return isEnded
}

/** The option texts to choose for each presented question that is answered. */
function pickChoices(
  { random }: Scenario,
  { exam, share, skips = 0 }: PlannedAttempt,
  questions: readonly PresentedQuestion[],
): string[][] {
  const answered = questions.slice(0, questions.length - skips)
  const rightCount = Math.min(answered.length, Math.round(share * questions.length))
  const correctIndexes = new Set(
    shuffleIndexes(answered.length, random.between(1, 1e9)).slice(0, rightCount),
  )
  const toQuestionKey = (text: string, code: string | null = null) => `${text}\n${code ?? ''}`
  const keys = new Map<string, string[]>(
    papers[exam].questions.map((question) => [
      toQuestionKey(question.text, question.code),
      correctOptionsOf(question),
    ]),
  )
  return answered.map(({ question, codeSnippet, options }, index) => {
    const key = keys.get(toQuestionKey(question.text, codeSnippet)) ?? []
    const others = options.map(({ text }) => text).filter((text) => !key.includes(text))
    return correctIndexes.has(index) ? key : [random.pick(others)]
  })
}

function toAnswerFields({ kind, options }: PresentedQuestion, texts: readonly string[]) {
  if (kind !== 'multiple-choice') return { selectedAnswer: texts[0] }
  return {
    selectedOptions: options.flatMap(({ text }, place) => (texts.includes(text) ? [place] : [])),
  }
}

function pickPaceMs({ random }: Scenario, { secondsEach = 38 }: PlannedAttempt): number {
  return Math.round((secondsEach / 60) * minute * (0.6 + 0.8 * random.next()))
}
