import { finishQuiz } from '#contract/attempts.ts'
import { updateStudent } from '#contract/students.ts'
import { type IntegrityMode, integrityModes } from '#core/exams/exam.ts'
import { shuffleIndexes } from '#core/random.ts'
import { createQuestions, createReleasedExam, createStudent } from '#test/factories.ts'
import type { TestClient } from '#test/test-app.ts'
import type { Outcome } from '../real-window/acts.ts'
import { findRunning, readOutcome, settleMs, startQuiz } from '../real-window/quiz-attempt.ts'
import { listWindows } from '../real-window/quiz-window.ts'
import type { Seen } from '../real-window/report-acts.ts'
import { createHands } from '../real-window/student-hands.ts'
import type { Stage } from './stage.ts'

type OwnWindow = {
  readonly name: string
  readonly key: string
  /** In a quiz, without the setting, the key is held. */
  readonly isHeld?: boolean
}

/**
 * Windows that the screen reader opens beside the page, and the browser's question about the caret.
 */
const ownWindows: readonly OwnWindow[] = [
  { name: 'list of headings', key: 'alt+shift+h' },
  { name: 'list of buttons', key: 'alt+shift+b' },
  { name: 'its Find', key: 'KP_Delete' },
  { name: 'its Preferences', key: 'Insert+space' },
  { name: 'F7', key: 'F7', isHeld: true },
]
/** With the setting each is opened as often, and without it once. */
const timesWithSetting = 2

export type OpenedWindow = {
  readonly name: string
  readonly mode: IntegrityMode
  readonly hasSetting: boolean
  readonly expected: Outcome
  readonly seen: Seen
}

/** With "Assistive tools" none of them ends a quiz or warns; without it they count as leaving. */
export async function openOwnWindows(
  stage: Stage,
  { admin, seed }: { admin: TestClient; seed: number },
): Promise<readonly OpenedWindow[]> {
  const opened: OpenedWindow[] = []
  for (const hasSetting of [true, false]) {
    const times = hasSetting ? timesWithSetting : 1
    const list = Array.from({ length: times }, () => ownWindows).flat()
    const order = shuffleIndexes(list.length, seed).map((index) => list[index] as OwnWindow)
    for (const mode of integrityModes)
      opened.push(...(await openAll(stage, { admin, mode, hasSetting, order })))
  }
  return opened
}

type Opening = {
  readonly admin: TestClient
  readonly mode: IntegrityMode
  readonly hasSetting: boolean
  readonly order: readonly OwnWindow[]
}

async function openAll(
  { app, proxy, reader, openBrowser }: Stage,
  { admin, mode, hasSetting, order }: Opening,
): Promise<readonly OpenedWindow[]> {
  const { url } = proxy
  const title = `${mode} ${hasSetting ? 'with' : 'without'} tools`
  const exam = { title, questions: createQuestions(3), integrityMode: mode, attemptsAllowed: 0 }
  const { _id: testId } = await createReleasedExam(admin, exam)
  const student = await createStudent(app, 'Asha Rao')
  const params = { id: student.id }
  if (hasSetting) await admin.request(updateStudent, { params, body: { assistiveTools: true } })
  const cookies = Object.entries(student.cookies).map(([name, value]) => ({ name, value, url }))

  /** A browser of its own, since one that is in a quiz asks before it opens another page. */
  async function startAttempt() {
    const page = await openBrowser()
    await page.setCookies(cookies)
    const hands = createHands({ desktop: reader.desktop, quiz: page, other: page })
    await startQuiz(hands, `${url}/student/studentpanel`, title)
    const attemptId = await findRunning(admin, testId)
    return { page, hands, attemptId, count: 0 }
  }
  type Running = Awaited<ReturnType<typeof startAttempt>>
  async function end({ page, attemptId }: Running) {
    await page.close()
    await student.request(finishQuiz, { params: { attemptId }, body: {} })
  }

  const opened: OpenedWindow[] = []
  let running: Running | null = null
  for (const { name, key, isHeld } of order) {
    running ??= await startAttempt()
    const { hands, attemptId, count } = running
    await reader.rest()
    await hands.press(key)
    const utterances = await reader.hear((all) => all.length > 0)
    await closeOwnWindows(hands)
    await hands.pause(settleMs)
    const { outcome, kinds } = await readOutcome(admin, { testId, attemptId, mode })
    const seen = { outcome, kinds: kinds.slice(count) }
    const expected = hasSetting || isHeld ? 'open' : outcomeOfLeaving[mode]
    opened.push({ name, mode, hasSetting, expected, seen })
    const mark = outcome === expected ? ' ' : '!'
    const words = utterances.map(({ text }) => text).join(' | ')
    console.log(`${mark} ${title}: ${name} -> ${outcome} ${seen.kinds.join(', ')} “${words}”`)
    running.count = kinds.length
    if (outcome === 'open') continue
    await end(running)
    running = null
  }
  if (running) await end(running)
  return opened
}

const outcomeOfLeaving: Readonly<Record<IntegrityMode, Outcome>> = {
  strict: 'ended: Auto submission',
  warn: 'warned',
  observe: 'open',
}

async function closeOwnWindows({
  desktop,
  press,
  pause,
  returnToQuiz,
}: ReturnType<typeof createHands>) {
  await press('Escape')
  await pause(500)
  for (const id of await listWindows(desktop, 'orca')) await desktop.xdotool('windowclose', id)
  await returnToQuiz()
}
