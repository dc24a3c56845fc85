import { setTimeout as pause } from 'node:timers/promises'
import { finishQuiz, getQuestions } from '#contract/attempts.ts'
import type { RandomNumber } from '#core/random.ts'
import { createClient, type Reply } from '#simulated-class/http-client.ts'
import { createStudent, type ScreenCall } from '#simulated-class/student.ts'
import { createTallies, type Tallies } from '#simulated-class/tallies.ts'
import type { Cohort } from '#test/cohort.ts'

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
const maxTries = 6

/** Everybody logs in with a new browser, starts, answers at their own pace, and finishes. */
export async function runCohort(options: RunCohortOptions): Promise<CohortReport> {
  const { cohort, random, seconds } = options
  const tallies = createTallies<ScreenCall>(['log in', 'answer'])
  const failures: string[] = []
  let lostAnswers = 0
  await Promise.all(
    cohort.emails.map(async (email) => {
      await pause(random() * seconds * 1000 * arrivalShare)
      try {
        const lost = await takeExam(email, options, tallies)
        lostAnswers += lost
      } catch (error) {
        failures.push(`${email}: ${error instanceof Error ? error.message : error}`)
      }
    }),
  )
  const [loginMs = [], answerMs = []] = tallies.list().map(({ ms }) => ms)
  return { loginMs, answerMs, failures, lostAnswers }
}

/** @returns how many acknowledged answers are missing from the paper at the end */
async function takeExam(
  email: string,
  { url, localAddress, cohort, random, seconds, answersEach }: RunCohortOptions,
  tallies: Tallies<ScreenCall>,
): Promise<number> {
  const { testId, password } = cohort
  const client = createClient(url, { localAddress })
  try {
    const student = createStudent({ client, tallies, random, maxTries, describe })
    await student.logIn(performance.now(), { email, password })
    const paper = await student.begin(performance.now(), testId)
    const attemptId = paper.quizAttemptId
    const pauseMs = (seconds * 1000 * (1 - arrivalShare)) / answersEach
    const acknowledged = new Map<string, string>()
    for (let turn = 0; turn < answersEach; turn++) {
      await pause(pauseMs * (0.5 + random()))
      const question = paper.questions[turn % paper.questions.length]
      const option = question?.options[Math.floor(random() * question.options.length)]
      if (!question || !option) throw new Error('the paper is empty')
      const [questionId, selectedAnswer] = [question._id, option.text]
      const body = { questionId, selectedAnswer, sequence: turn + 1 }
      await student.answer(performance.now(), { attemptId, testId }, body)
      acknowledged.set(questionId, selectedAnswer)
    }

    const { json } = await student.send(getQuestions, 'paper', { params: { testId } })
    const saved = new Map(
      json.questions.map((one) => [one._id, 'selectedAnswer' in one && one.selectedAnswer]),
    )
    await student.send(finishQuiz, 'end', { params: { attemptId }, body: {} })
    return [...acknowledged].filter(([id, text]) => saved.get(id) !== text).length
  } finally {
    client.close()
  }
}

function describe({ status, text }: Reply<unknown>): string {
  return status === 0 ? 'no answer' : `${status} ${text.slice(0, 120)}`
}
