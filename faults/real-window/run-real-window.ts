import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { finishQuiz } from '#contract/attempts.ts'
import { listAttemptEvents } from '#contract/proctoring.ts'
import { listExamAttempts } from '#contract/results.ts'
import { type IntegrityMode, integrityModes } from '#core/exams/exam.ts'
import { isViolation } from '#core/proctoring/policy.ts'
import { shuffleIndexes } from '#core/random.ts'
import { createQuestions, createReleasedExam, createStudent } from '#test/factories.ts'
import { createTestApp, type TestApp, type TestClient } from '#test/test-app.ts'
import { type Desktop, openDesktop } from '../../e2e/browsers/desktop.ts'
import { pause } from '../browser.ts'
import { type Act, acts } from './acts.ts'
import { type ChromiumWindow, openChromium, waitFor } from './chromium-window.ts'
import { type PlayedAct, reportActs, type Seen } from './report-acts.ts'
import { createHands, type Hands } from './student-hands.ts'

type RealWindowOptions = {
  readonly isLong: boolean
  readonly seed: number
  readonly names: readonly string[]
}

/** The quiz and, beside it, another program. */
const quizPlace = [0, 0, 1180, 860] as const
const otherPlace = [1220, 40, 370, 700] as const
/** For what was reported to arrive. */
const settleMs = 900
const shortStep = 12
/** An act that could not be done, on a busy machine, is done again. */
const maxTries = 5

/**
 * A student's acts in a real window, under a window manager, with real keys and a real mouse, in
 * each mode. Resolves with whether each ended, warned or was forgiven as expected.
 */
export async function runRealWindow(options: RealWindowOptions): Promise<boolean> {
  const { isLong, seed, names } = options
  const chosen = acts.filter(({ name }, index) =>
    names.length > 0 ? names.some((one) => name.includes(one)) : isLong || index % shortStep === 0,
  )
  const order = shuffleIndexes(chosen.length, seed)
  const played = order.map((index): PlayedAct => ({ act: chosen[index] as Act, seen: new Map() }))
  const startedAt = performance.now()
  const app = await createTestApp({ webFolder: resolve('build/client'), now: Date.now })
  await app.fastify.listen({ host: '127.0.0.1', port: 0 })
  const desktop = await openDesktop()
  try {
    const admin = await app.createAdmin()
    const other = await openChromium(desktop, otherPlace)
    for (const mode of integrityModes) await playAll({ app, admin, desktop, other, mode }, played)
    await other.close()
  } finally {
    desktop.close()
    await app.close()
  }
  const minutes = (performance.now() - startedAt) / 60_000
  return reportActs(played, { isLong: isLong && names.length === 0, seed, minutes })
}

type Stage = {
  readonly app: TestApp
  readonly admin: TestClient
  readonly desktop: Desktop
  readonly other: ChromiumWindow
  readonly mode: IntegrityMode
}

/** Each act in an attempt of its own; a window is kept for the next one if nothing happened to it. */
async function playAll({ app, admin, desktop, other, mode }: Stage, played: readonly PlayedAct[]) {
  const { port } = app.fastify.server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const title = `Quiz in ${mode} mode`
  const questions = createQuestions(6)
  const exam = { title, questions, integrityMode: mode, attemptsAllowed: 0 }
  const { _id: testId } = await createReleasedExam(admin, exam)
  const student = await createStudent(app, `Student ${mode}`)
  const cookies = Object.entries(student.cookies).map(([name, value]) => ({ name, value, url }))
  let quiz: ChromiumWindow | null = null

  async function play(act: Act): Promise<Seen> {
    quiz ??= await openQuizWindow(desktop, cookies)
    const hands = createHands({ desktop, quiz, other })
    await startQuiz(hands, `${url}/student/studentpanel`, title)
    const attemptId = await findRunning(admin, testId)
    await act.do(hands)
    await hands.returnToQuiz().catch(() => undefined)
    await pause(settleMs)
    const seen = await readOutcome(admin, { testId, attemptId, mode })
    await student.request(finishQuiz, { params: { attemptId }, body: {} })
    return seen
  }
  async function closeQuiz() {
    await quiz?.close()
    quiz = null
  }

  for (const { act, seen } of played) {
    let result: Seen = { outcome: 'not tried', kinds: [] }
    for (let tries = 0; tries < maxTries && result.outcome === 'not tried'; tries++) {
      try {
        result = await play(act)
      } catch (error) {
        console.log(`${act.name}: ${error}`)
        await closeQuiz()
      }
    }
    seen.set(mode, result)
    const { outcome, kinds } = result
    const mark = outcome === act.expected[mode] ? ' ' : '!'
    console.log(`${mark} ${mode.padEnd(8)}${act.name.padEnd(38)}${outcome} ${kinds.join(' ')}`)
    const isUntouched = !act.isTrigger && !kinds.some((kind) => isViolation(kind, 'strict'))
    if (outcome !== 'open' || !isUntouched) await closeQuiz()
  }
  await closeQuiz()
}

async function openQuizWindow(
  desktop: Desktop,
  cookies: Parameters<ChromiumWindow['setCookies']>[0],
): Promise<ChromiumWindow> {
  const quiz = await openChromium(desktop, quizPlace)
  await quiz.setCookies(cookies)
  return quiz
}

/** As a student starts it, by mouse, until the question is seen and the window has the focus. */
async function startQuiz({ quiz, click, press, onWindow }: Hands, panelUrl: string, title: string) {
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
  await click('main h1')
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

async function findRunning(admin: TestClient, testId: string): Promise<string> {
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

async function readOutcome(
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
