import { type Answer, type Browser, openBrowser, pause } from '../browser.ts'
import type { Random } from '../random.ts'
import type { School } from './school.ts'

export type ClassReport = {
  readonly loginMs: readonly number[]
  readonly answerMs: readonly number[]
  /** Calls of the class that were refused or never answered, each in a line. */
  readonly failures: readonly string[]
  /** Answers that were acknowledged and are not on the paper afterwards. */
  readonly lostAnswers: number
}

type SitOptions = {
  readonly url: string
  readonly school: School
  /** The lab's address, which is not the attacker's. */
  readonly localAddress: string
  readonly random: Random
  /** From the first login to the last answer. */
  readonly seconds: number
  readonly answersEach: number
}

/** The share of the time in which everybody comes in. */
const comingIn = 1 / 6

/** Everybody logs in with a fresh browser, starts, answers at their own pace, and finishes. */
export async function sitClass(options: SitOptions): Promise<ClassReport> {
  const { school, random, seconds } = options
  const report = {
    loginMs: [] as number[],
    answerMs: [] as number[],
    failures: [] as string[],
    lostAnswers: 0,
  }
  await Promise.all(
    school.emails.map(async (email) => {
      await pause(random() * seconds * 1000 * comingIn)
      const browser = openBrowser(options)
      try {
        report.lostAnswers += await sitTest(browser, email, options, report)
      } catch (error) {
        report.failures.push(`${email}: ${error instanceof Error ? error.message : error}`)
      } finally {
        browser.close()
      }
    }),
  )
  return report
}

type Times = { readonly loginMs: number[]; readonly answerMs: number[] }

async function sitTest(
  browser: Browser,
  email: string,
  { school, random, seconds, answersEach }: SitOptions,
  { loginMs, answerMs }: Times,
): Promise<number> {
  const { testId, password } = school
  const login = expectOk(
    await browser.call('POST', '/api/auth/studentLogin', { email, password }),
    'log in',
  )
  loginMs.push(login.ms)
  const started = expectOk(
    await browser.call('POST', `/api/students/start-quiz/${testId}`),
    'start',
  )
  const { quizAttemptId } = JSON.parse(started.text) as { quizAttemptId: string }
  const paper = await readPaper(browser, testId)

  const pauseMs = (seconds * 1000 * (1 - comingIn)) / answersEach
  const acknowledged = new Map<string, string>()
  for (let turn = 0; turn < answersEach; turn++) {
    await pause(pauseMs * (0.5 + random()))
    const question = paper[turn % paper.length]
    const option = question?.options[Math.floor(random() * question.options.length)]
    if (!question || !option) throw new Error('the paper is empty')
    const reply = await browser.call(
      'POST',
      `/api/students/submit-answer/${quizAttemptId}/${testId}`,
      { questionId: question._id, selectedAnswer: option.text, sequence: turn + 1 },
    )
    answerMs.push(expectOk(reply, 'answer').ms)
    acknowledged.set(question._id, option.text)
  }

  const kept = new Map(
    (await readPaper(browser, testId)).map(({ _id, selectedAnswer }) => [_id, selectedAnswer]),
  )
  expectOk(await browser.call('POST', `/api/students/finishQuiz/${quizAttemptId}`, {}), 'finish')
  return [...acknowledged].filter(([id, text]) => kept.get(id) !== text).length
}

type PaperQuestion = {
  readonly _id: string
  readonly options: readonly { readonly text: string }[]
  readonly selectedAnswer: string | null
}

async function readPaper(browser: Browser, testId: string): Promise<readonly PaperQuestion[]> {
  const reply = await browser.call('GET', `/api/students/get-questions/${testId}`)
  return (JSON.parse(expectOk(reply, 'read the paper').text) as { questions: PaperQuestion[] })
    .questions
}

function expectOk(answer: Answer, step: string): Answer {
  if (answer.status >= 200 && answer.status < 300) return answer
  const said = answer.status === 0 ? 'no answer' : `${answer.status} ${answer.text.slice(0, 120)}`
  throw new Error(`${step}: ${said}`)
}
