import type { RandomNumber } from '#core/random.ts'
import type { Cohort } from '#test/cohort.ts'
import { type Browser, createBrowser, type HttpReply, pause } from '../browser.ts'

export type CohortReport = {
  readonly loginMs: readonly number[]
  readonly answerMs: readonly number[]
  /** Calls of the class that were refused or got no reply, one line each. */
  readonly failures: readonly string[]
  /** Answers that were acknowledged but are missing afterwards. */
  readonly lostAnswers: number
}

type RunCohortOptions = {
  readonly url: string
  readonly cohort: Cohort
  /** The lab's address, which is not the attacker's. */
  readonly localAddress: string
  readonly random: RandomNumber
  /** From the first login to the last answer. */
  readonly seconds: number
  readonly answersEach: number
}

/** The share of the time in which everybody arrives. */
const arrivalShare = 1 / 6

/** Everybody logs in with a new browser, starts, answers at their own pace, and finishes. */
export async function runCohort(options: RunCohortOptions): Promise<CohortReport> {
  const { cohort, random, seconds } = options
  const report = {
    loginMs: [] as number[],
    answerMs: [] as number[],
    failures: [] as string[],
    lostAnswers: 0,
  }
  await Promise.all(
    cohort.emails.map(async (email) => {
      await pause(random() * seconds * 1000 * arrivalShare)
      const browser = createBrowser(options)
      try {
        report.lostAnswers += await takeExam(browser, email, options, report)
      } catch (error) {
        report.failures.push(`${email}: ${error instanceof Error ? error.message : error}`)
      } finally {
        browser.close()
      }
    }),
  )
  return report
}

type ResponseTimes = { readonly loginMs: number[]; readonly answerMs: number[] }

async function takeExam(
  browser: Browser,
  email: string,
  { cohort, random, seconds, answersEach }: RunCohortOptions,
  { loginMs, answerMs }: ResponseTimes,
): Promise<number> {
  const { testId, password } = cohort
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

  const pauseMs = (seconds * 1000 * (1 - arrivalShare)) / answersEach
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

  const saved = new Map(
    (await readPaper(browser, testId)).map(({ _id, selectedAnswer }) => [_id, selectedAnswer]),
  )
  expectOk(await browser.call('POST', `/api/students/finishQuiz/${quizAttemptId}`, {}), 'finish')
  return [...acknowledged].filter(([id, text]) => saved.get(id) !== text).length
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

function expectOk(answer: HttpReply, step: string): HttpReply {
  if (answer.status >= 200 && answer.status < 300) return answer
  const reason = answer.status === 0 ? 'no answer' : `${answer.status} ${answer.text.slice(0, 120)}`
  throw new Error(`${step}: ${reason}`)
}
