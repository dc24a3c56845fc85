import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { setTimeout as pause, setTimeout } from 'node:timers/promises'
import { finishQuiz } from '#contract/attempts.ts'
import { listExamAttempts } from '#contract/results.ts'
import { type IntegrityMode, integrityModes } from '#core/exams/exam.ts'
import { isViolation } from '#core/proctoring/policy.ts'
import { shuffleIndexes } from '#core/random.ts'
import { createQuestions, createReleasedExam, createStudent } from '#test/factories.ts'
import { createTestApp, type TestApp, type TestClient } from '#test/test-app.ts'
import { type Desktop, openDesktop } from '../../e2e/browsers/desktop.ts'
import { type Act, acts } from './acts.ts'
import { openChromium } from './chromium-window.ts'
import {
  findRunning,
  otherPlace,
  quizPlace,
  readOutcome,
  settleMs,
  startQuiz,
} from './quiz-attempt.ts'
import type { Cookie, QuizWindow } from './quiz-window.ts'
import { type PlayedAct, reportActs, type Seen } from './report-acts.ts'
import { createHands } from './student-hands.ts'

type RealWindowOptions = {
  readonly isLong: boolean
  readonly seed: number
  readonly names: readonly string[]
}

const shortStep = 12
/** An act that could not be done, on a busy machine, is done again. */
const maxTries = 10
/** A browser that answers nothing any more is closed, and the act done in another one. */
const maxActMs = 90_000

/**
 * A student's acts in a real window, under a window manager, with real keys and a real mouse; each
 * mode has a screen of its own. Resolves with whether each ended, warned or was forgiven as expected.
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
  const desktops: Desktop[] = []
  try {
    const admin = await app.createAdmin()
    const stages: Stage[] = []
    for (const mode of integrityModes) {
      const desktop = await openDesktop()
      desktops.push(desktop)
      const other = await openChromium(desktop, otherPlace)
      stages.push({ app, admin, desktop, other, mode })
    }
    await Promise.all(stages.map((stage) => playAll(stage, played)))
    for (const { other } of stages) await other.close()
  } finally {
    for (const desktop of desktops) desktop.close()
    await app.close()
  }
  const minutes = (performance.now() - startedAt) / 60_000
  return reportActs(played, { isLong: isLong && names.length === 0, seed, minutes })
}

type Stage = {
  readonly app: TestApp
  readonly admin: TestClient
  readonly desktop: Desktop
  readonly other: QuizWindow
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
  let quiz: QuizWindow | null = null

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
  /** One that is left would be resumed by the next act. */
  async function finishLeftOver() {
    const { json } = await admin.request(listExamAttempts, { params: { testId } })
    for (const { _id: attemptId } of json.filter(({ status }) => status === 'In progress'))
      await student.request(finishQuiz, { params: { attemptId }, body: {} })
  }
  async function closeQuiz() {
    await quiz?.close()
    quiz = null
  }

  for (const { act, seen } of played) {
    let result: Seen = { outcome: 'not tried', kinds: [] }
    for (let tries = 0; tries < maxTries && result.outcome === 'not tried'; tries++) {
      try {
        result = await Promise.race([play(act), failAfter(maxActMs)])
      } catch (error) {
        console.log(`${act.name}: ${error}`)
        await closeQuiz()
        await finishLeftOver()
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

async function openQuizWindow(desktop: Desktop, cookies: readonly Cookie[]): Promise<QuizWindow> {
  const quiz = await openChromium(desktop, quizPlace)
  await quiz.setCookies(cookies)
  return quiz
}

async function failAfter(ms: number): Promise<never> {
  await setTimeout(ms, undefined, { ref: false })
  throw new Error(`Not done after ${ms / 1000} s`)
}
