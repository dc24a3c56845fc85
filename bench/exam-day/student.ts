import { setTimeout as pause } from 'node:timers/promises'
import { getNews } from '#contract/news.ts'
import { getServerTime } from '#contract/proctoring.ts'
import type { RandomNumber } from '#core/random.ts'
import { getNewsDelayMs, getPollAfterSeconds } from '#core/students/news-interval.ts'
import type { Client } from '#simulated-class/http-client.ts'
import { createStudent, ignoreFailure, type Paper } from '#simulated-class/student.ts'
import type { Tallies } from '#simulated-class/tallies.ts'
import type { Call } from './figures.ts'

type StudentOptions = {
  readonly client: Client
  readonly email: string
  readonly password: string
  readonly testId: string
  readonly tallies: Tallies<Call>
  readonly random: RandomNumber
}

export type ExamDayStudent = ReturnType<typeof createExamDayStudent>

const maxTries = 6

/** One student of an exam day, from the doors to the panel with the result. */
export function createExamDayStudent(options: StudentOptions) {
  const { email, password, testId, random } = options
  const screens = createStudent<Call>({ ...options, maxTries })
  const { send, measure } = screens
  const quiz = new AbortController()
  let paper: Paper | null = null
  let isOnPanel = false

  async function pollNews() {
    let pollAfterSeconds = getPollAfterSeconds(0)
    let headers = {}
    while (isOnPanel) {
      const reply = await measure('news', performance.now(), () =>
        send(getNews, 'news', { headers }),
      ).catch(ignoreFailure)
      if (reply?.status === 200) {
        pollAfterSeconds = reply.json.pollAfterSeconds
        headers = { ...(reply.headers.etag && { 'if-none-match': reply.headers.etag }) }
      }
      await pause(getNewsDelayMs({ pollAfterSeconds, failures: 0 }, random()))
    }
  }

  return {
    async logIn(dueAt: number) {
      await screens.logIn(dueAt, { email, password })
      await screens.loadPanel()
      isOnPanel = true
      void pollNews()
    },

    /** Before the start the screen tries the connection, and compares the clocks, twice. */
    async enterLobby(dueAt: number) {
      await measure('lobby', dueAt, async () => {
        await send(getServerTime, 'lobby')
        await send(getServerTime, 'lobby')
      })
    },

    async begin(dueAt: number) {
      isOnPanel = false
      paper = await screens.begin(dueAt, testId)
      void screens.pollClock(paper.quizAttemptId, quiz.signal)
    },

    /** Question after question, and again from the first; the last choice of each counts. */
    async answer(dueAts: readonly number[]) {
      const { quizAttemptId: attemptId = '', questions = [] } = paper ?? {}
      for (const [turn, dueAt] of dueAts.entries()) {
        const question = questions[turn % questions.length]
        const option = question?.options[Math.floor(random() * question.options.length)]
        if (!question || !option) throw new Error('The paper is empty')
        const body = { questionId: question._id, selectedAnswer: option.text, sequence: turn + 1 }
        await screens.answer(dueAt, { attemptId, testId }, body).catch(ignoreFailure)
      }
    },

    /** 0 for a student who did not get a paper. */
    endsAtMs: () => (paper ? Date.parse(paper.endsAt) : 0),

    async end(bellAt: number) {
      quiz.abort()
      await screens.endAtBell(paper?.quizAttemptId ?? '', bellAt)
    },

    /** The device is switched off: the server ends the attempt. */
    leave: () => quiz.abort(),

    returnToPanel: (dueAt: number) => screens.loadPanel('panel again', dueAt),
  }
}
