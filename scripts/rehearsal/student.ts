import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { changePassword } from '#contract/accounts.ts'
import { finishQuiz } from '#contract/attempts.ts'
import { getLobby } from '#contract/lobby.ts'
import { getServerTime } from '#contract/proctoring.ts'
import { completeRegistration } from '#contract/registration.ts'
import { createClient, type Reply } from '#simulated-class/http-client.ts'
import { isPassing } from '#simulated-class/retry.ts'
import { createStudent, ignoreFailure, type Paper } from '#simulated-class/student.ts'
import { connectionOptions } from './staff.ts'
import type { CallName, Tallies } from './tallies.ts'

type StudentOptions = {
  readonly url: URL
  readonly email: string
  readonly oneTimePassword: string
  readonly tallies: Tallies
  /** Ends everything: a pause ends at once, and no other call is made. */
  readonly signal: AbortSignal
}

export type RehearsalStudent = ReturnType<typeof createRehearsalStudent>

const maxTries = 8
/** Half of a class stays until the bell. */
const earlyShare = 0.5
/**
 * Share of the time spent on answers; a student who thinks longest still gets to the last question.
 */
const workingShare = 0.7

/** Too long to be taken for a common one, which happens to one short password in 2,000. */
export function createPassword(): string {
  return randomBytes(24).toString('base64url')
}

/** A made-up student, from the first sign-in to the end of the attempt. */
export function createRehearsalStudent(options: StudentOptions) {
  const { url, email, oneTimePassword, tallies, signal } = options
  const client = createClient(url, connectionOptions)
  const password = createPassword()
  const screens = createStudent<CallName>({
    client,
    tallies,
    signal,
    maxTries,
    canRetry: isPassing,
    describe,
  })
  const { send, measure } = screens

  /** @returns when Start becomes live: never before the server's clock says so */
  async function waitInLobby(testId: string): Promise<number> {
    for (;;) {
      const { json: lobby } = await measure('lobby', performance.now(), () =>
        send(getLobby, 'lobby', { params: { testId } }),
      )
      const opensAt = Date.parse(lobby.window?.opensAt ?? lobby.serverTime)
      const waitMs = opensAt + lobby.startOffsetMs - Date.parse(lobby.serverTime)
      const liveAt = performance.now() + waitMs
      const pollMs = lobby.pollAfterSeconds * 1_000
      if (waitMs <= pollMs) return liveAt
      await pause(pollMs, undefined, { signal })
    }
  }

  async function answerAll(testId: string, paper: Paper, endsAt: number) {
    const { quizAttemptId: attemptId, questions } = paper
    const meanMs = (workingShare * (endsAt - performance.now())) / questions.length
    for (const [place, { _id: questionId, options }] of questions.entries()) {
      const dueAt = performance.now() + meanMs * (0.5 + Math.random())
      if (dueAt >= endsAt) return
      const selectedOption = Math.floor(Math.random() * options.length)
      const body = { questionId, selectedOption, sequence: place + 1 }
      await screens.answer(dueAt, { attemptId, testId }, body)
    }
  }

  /** Some press Finish after the last question; the others are ended by the bell. */
  async function end(attemptId: string, endsAt: number) {
    if (Math.random() >= earlyShare) return screens.endAtBell(attemptId, endsAt)
    const sent = { params: { attemptId }, body: { reason: 'Completed' } }
    await measure('end', performance.now(), () => send(finishQuiz, 'end', sent))
  }

  return {
    /** The first sign-in, days before the exam: nothing of it is measured. */
    async signInFirst() {
      const body = { email, password: oneTimePassword, newPassword: password }
      await send(changePassword, null, { body })
      await send(completeRegistration, null, { body: registration })
    },

    /** From the doors to the end of the attempt. @returns whether all of it went well */
    async takeExam(testId: string, dueAt: number): Promise<boolean> {
      const quiz = new AbortController()
      let polling = Promise.resolve()
      try {
        await screens.logIn(dueAt, { email, password })
        await screens.loadPanel()
        const liveAt = await waitInLobby(testId)
        const paper = await screens.begin(Math.max(liveAt, performance.now()), testId)
        const { quizAttemptId, endsAt, serverTime } = paper
        const bellAt = performance.now() + Date.parse(endsAt) - Date.parse(serverTime)
        polling = screens.pollClock(quizAttemptId, AbortSignal.any([signal, quiz.signal]))
        await answerAll(testId, paper, bellAt)
        await end(quizAttemptId, bellAt)
        return true
      } catch (error) {
        ignoreFailure(error)
        return false
      } finally {
        quiz.abort()
        await polling
      }
    },

    async getServerTime(): Promise<number> {
      const { json } = await send(getServerTime, null)
      return Date.parse(json.serverTime)
    },

    close: client.close,
  }
}

function describe({ status, json }: Reply<unknown>): string {
  if (status === 0) return 'no answer'
  return json.code ?? String(status)
}

/** Made-up values of the fields that the table of students leaves out. */
const registration = {
  phone: '00000 00000',
  dob: '01-01-2000',
  gender: 'other',
  role: 'workingProfessional',
  designation: 'Made up',
  company: 'Rehearsal',
  fname: 'Made up',
  fphone: '00000 00000',
  laddress: 'Rehearsal',
  paddress: 'Rehearsal',
  referral: 'Google',
  ...({ termsAccepted: 'true', privacyConsent: 'true' } as const),
}
