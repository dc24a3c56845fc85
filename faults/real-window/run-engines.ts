import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { finishQuiz } from '#contract/attempts.ts'
import { shuffleIndexes } from '#core/random.ts'
import { prepareBrowser } from '#programs/browsers.ts'
import { findProgram } from '#programs/find-program.ts'
import { getOldChromePath } from '#programs/old-chrome.ts'
import { createQuestions, createReleasedExam, createStudent } from '#test/factories.ts'
import { createTestApp } from '#test/test-app.ts'
import { type Desktop, openDesktop } from '../../e2e/browsers/desktop.ts'
import { openChromium } from './chromium-window.ts'
import { type EngineAct, engineActs } from './engine-acts.ts'
import { openFirefox } from './firefox-window.ts'
import { openOldChrome, startQuizByProtocol } from './old-chrome-page.ts'
import {
  findRunning,
  otherPlace,
  quizPlace,
  readOutcome,
  settleMs,
  startQuiz,
} from './quiz-attempt.ts'
import { type Cookie, type QuizWindow, waitFor } from './quiz-window.ts'
import { type EngineName, type EngineSeen, reportEngines } from './report-engines.ts'
import { createHands } from './student-hands.ts'
import { openWebkit } from './webkit-window.ts'

type EnginesOptions = {
  readonly engines: readonly EngineName[]
  readonly isLong: boolean
  readonly seed: number
  readonly names: readonly string[]
}

/** An act that could not be done, on a busy machine, is done again. */
const maxTries = 4
const maxTellMs = 8_000

/**
 * The same acts in each engine, in a strict exam: by real keys and a real mouse in a real window, or
 * by protocol where there is none. Resolves with whether no innocent one ended or warned.
 */
export async function runEngines(options: EnginesOptions): Promise<boolean> {
  const { engines, names, seed } = options
  const chosen = engineActs.filter(
    ({ name }) => names.length === 0 || names.some((one) => name.includes(one)),
  )
  const order = shuffleIndexes(chosen.length, seed)
  const played = order.map((index) => ({ act: chosen[index] as EngineAct, seen: new Map() }))
  const startedAt = performance.now()
  const app = await createTestApp({ webFolder: resolve('build/client'), now: Date.now })
  await app.fastify.listen({ host: '127.0.0.1', port: 0 })
  const desktop = await openDesktop()
  try {
    const admin = await app.createAdmin()
    const { port } = app.fastify.server.address() as AddressInfo
    const url = `http://127.0.0.1:${port}`
    const other = await openChromium(desktop, otherPlace)
    for (const engine of engines) {
      await prepareBrowser(engine)
      const title = `Quiz in ${engine}`
      const exam = { title, questions: createQuestions(6), attemptsAllowed: 0 }
      const { _id: testId } = await createReleasedExam(admin, exam)
      const student = await createStudent(app, `Student of ${engine}`)
      const cookies = Object.entries(student.cookies).map(([name, value]) => ({ name, value, url }))
      const stage = { admin, testId, student, desktop, other, engine, title, url, cookies }
      for (const { act, seen } of played) {
        const result = await play(stage, act, options.isLong)
        seen.set(engine, result)
        const { outcome, kinds, message } = result
        console.log(`${engine.padEnd(11)}${act.name.padEnd(58)}${outcome} ${kinds} ${message}`)
      }
    }
    await other.close()
  } finally {
    desktop.close()
    await app.close()
  }
  const minutes = (performance.now() - startedAt) / 60_000
  return reportEngines(played, { ...options, minutes })
}

type Stage = Omit<Parameters<typeof readOutcome>[1], 'attemptId' | 'mode'> & {
  readonly admin: Parameters<typeof readOutcome>[0]
  readonly student: Awaited<ReturnType<typeof createStudent>>
  readonly desktop: Desktop
  readonly other: QuizWindow
  readonly engine: EngineName
  readonly title: string
  readonly url: string
  readonly cookies: readonly Cookie[]
}

async function play(stage: Stage, act: EngineAct, isLong: boolean): Promise<EngineSeen> {
  if (stage.engine === 'chrome-109' && !act.byProtocol)
    return { outcome: 'takes a window', kinds: [], message: '' }
  let problem: unknown
  for (let tries = 0; tries < maxTries; tries++) {
    try {
      return await playOnce(stage, act, isLong)
    } catch (error) {
      problem = error
      console.log(`${act.name}: ${error}`)
    }
  }
  return { outcome: 'not tried', kinds: [], message: String(problem) }
}

/** Each in an attempt and a window of its own. */
async function playOnce(stage: Stage, act: EngineAct, isLong: boolean): Promise<EngineSeen> {
  const { admin, testId, student, desktop, other, engine, title, url, cookies } = stage
  const panelUrl = `${url}/student/studentpanel`
  let attemptId = ''
  async function judge(readText: () => Promise<string>): Promise<EngineSeen> {
    await pause(settleMs)
    const seen = await readOutcome(admin, { testId, attemptId, mode: 'strict' })
    const isShown = async () =>
      act.message && (await readText().catch(() => '')).includes(act.message)
    const shown =
      seen.outcome === 'open' || !act.message
        ? ''
        : await waitFor(isShown, maxTellMs).catch(() => '')
    return { ...seen, message: shown && act.message ? act.message : '' }
  }
  try {
    if (engine === 'chrome-109') {
      const { page, close } = await openOldChrome(getOldChromePath(engine), cookies)
      try {
        await startQuizByProtocol(page, panelUrl, title)
        attemptId = await findRunning(admin, testId)
        await act.byProtocol?.(page, isLong)
        return await judge(() => page.locator('body').innerText())
      } finally {
        await close()
      }
    }
    const quiz = await openWindow(engine, desktop)
    try {
      await quiz.setCookies(cookies)
      const hands = createHands({ desktop, quiz, other })
      await startQuiz(hands, panelUrl, title)
      attemptId = await findRunning(admin, testId)
      await act.do(hands, isLong)
      await hands.returnToQuiz().catch(() => undefined)
      return await judge(() => quiz.evaluate<string>('document.body.innerText'))
    } finally {
      await quiz.close()
    }
  } finally {
    if (attemptId) await student.request(finishQuiz, { params: { attemptId }, body: {} })
  }
}

function openWindow(engine: Exclude<EngineName, 'chrome-109'>, desktop: Desktop) {
  switch (engine) {
    case 'chromium':
      return openChromium(desktop, quizPlace)
    case 'firefox':
      return openFirefox(desktop, findProgram(['firefox-esr']) ?? '')
    case 'webkit':
      return openWebkit(desktop, findProgram(['WebKitWebDriver']) ?? '')
  }
}
