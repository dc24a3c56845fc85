import { setTimeout as pause } from 'node:timers/promises'
import { listAttemptEvents } from '#contract/proctoring.ts'
import { listExamAttempts } from '#contract/results.ts'
import type { IntegrityMode } from '#core/exams/exam.ts'
import { isViolation } from '#core/proctoring/policy.ts'
import type { TestClient } from '#test/test-app.ts'
import { waitFor } from './quiz-window.ts'
import type { Seen } from './report-acts.ts'
import type { Hands } from './student-hands.ts'

/** The quiz and, beside it, another program. */
export const quizPlace = [0, 0, 1180, 860] as const
export const otherPlace = [1220, 40, 370, 700] as const
/** Time for a report to arrive. */
export const settleMs = 900

/** As a student starts it, by mouse, until the question is seen and the window has the focus. */
export async function startQuiz(
  { quiz, click, press, onWindow }: Hands,
  panelUrl: string,
  title: string,
) {
  await onWindow('windowactivate')
  const [x, y, width, height] = quizPlace
  await onWindow('windowsize', width, height)
  await onWindow('windowmove', x, y)
  await quiz.open(panelUrl)
  for (const name of [`Start ${title}`, 'Start the quiz']) {
    await waitFor(() => quiz.evaluate<boolean>(markButton(name)))
    await pause(250)
    await click('[data-next]')
  }
  await waitFor(() => quiz.evaluate<boolean>(`Boolean(document.querySelector('fieldset label'))`))
  await pause(300)
  await click('#question-text')
  await press('Shift_L')
  await waitFor(() => quiz.evaluate<boolean>('document.hasFocus()'))
  await pause(600)
}

function markButton(name: string): string {
  return `(() => {
    for (const one of document.querySelectorAll('[data-next]')) one.removeAttribute('data-next')
    const readName = (one) => one.getAttribute('aria-label') ?? one.textContent
    const button = [...document.querySelectorAll('button')].find(
      (one) => readName(one).replace(/\\s+/g, ' ').trim() === ${JSON.stringify(name)} && !one.disabled,
    )
    button?.scrollIntoView({ block: 'center' })
    button?.setAttribute('data-next', '')
    return Boolean(button)
  })()`
}

export async function findRunning(admin: TestClient, testId: string): Promise<string> {
  return waitFor(async () => {
    const { json } = await admin.request(listExamAttempts, { params: { testId } })
    return json.find(({ status }) => status === 'In progress')?._id
  })
}

type AttemptToRead = {
  readonly testId: string
  readonly attemptId: string
  readonly mode: IntegrityMode
}

export async function readOutcome(
  admin: TestClient,
  { testId, attemptId, mode }: AttemptToRead,
): Promise<Seen> {
  const attempts = await admin.request(listExamAttempts, { params: { testId } })
  const attempt = attempts.json.find(({ _id }) => _id === attemptId)
  const { json } = await admin.request(listAttemptEvents, { params: { attemptId } })
  const kinds = json.map(({ kind }) => kind)
  if (attempt?.status !== 'In progress')
    return { outcome: `ended: ${attempt?.finishReason}`, kinds }
  const isCounted = mode !== 'observe' && kinds.some((kind) => isViolation(kind, mode))
  return { outcome: isCounted ? 'warned' : 'open', kinds }
}
