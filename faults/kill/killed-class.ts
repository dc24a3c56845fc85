import { setTimeout as pause } from 'node:timers/promises'
import { createLedger } from '#simulated-class/ledger.ts'
import { get, post, type StartedAttempt } from '#test/server-process.ts'
import { submitAnswer } from '../answering-class.ts'

/** A student finishes after so many answers, and starts another attempt. */
const answersPerAttempt = 10

type StudyOptions = {
  /** Sequence numbers begin above this one. */
  readonly first: number
  readonly isOver: () => boolean
}

export type KilledClass = ReturnType<typeof createKilledClass>

/**
 * Students who start, answer and finish one attempt after another, on a server that may be killed at
 * any moment; with all that the server confirmed to them.
 */
export function createKilledClass(startedAttempts: readonly StartedAttempt[]) {
  const answers = createLedger()
  const started: string[] = []
  const finished: string[] = []
  const seats = [...startedAttempts]
  /** In the attempt that each student is in, over all restarts. */
  const counts = seats.map(() => 0)

  async function study(index: number, url: string, { first, isOver }: StudyOptions) {
    let isOpen = false
    for (let sequence = first + 1; !isOver(); sequence++) {
      isOpen ||= await openPaper(index, url)
      if (!isOpen) {
        await pause(20)
        continue
      }
      const seat = seats[index] as StartedAttempt
      if ((counts[index] ?? 0) >= answersPerAttempt) {
        await finish(url, seat)
        counts[index] = 0
        isOpen = false
        continue
      }
      const reply = await submitAnswer(url, seat, { ledger: answers, sequence })
      if (reply?.status === 200) counts[index] = (counts[index] ?? 0) + 1
      if (reply && reply.status !== 200 && reply.status !== 503) throw new Error(reply.text)
      if (!reply) await pause(5)
    }
  }

  async function finish(url: string, { attemptId, cookie }: StartedAttempt) {
    const ended = await silentIfDead(
      post(`${url}/api/students/finishQuiz/${attemptId}`, { cookie }),
    )
    if (ended?.status === 200) finished.push(attemptId)
  }

  /** Resumes the attempt, or starts another if it has ended, be it that the reply was lost. */
  async function openPaper(index: number, url: string): Promise<boolean> {
    const seat = seats[index] as StartedAttempt
    const { testId, cookie } = seat
    const begun = await silentIfDead(post(`${url}/api/students/start-quiz/${testId}`, { cookie }))
    if (begun?.status !== 200 && begun?.status !== 201) return false
    const attemptId = String(begun.json.quizAttemptId)
    started.push(attemptId)
    const paper = await silentIfDead(get(`${url}/api/students/get-questions/${testId}`, { cookie }))
    if (paper?.status !== 200) return false
    const questions = paper.json.questions as { readonly _id: string }[]
    seats[index] = { ...seat, attemptId, questionIds: questions.map(({ _id }) => _id) }
    return true
  }

  return {
    answers,
    startedAttempts: started as readonly string[],
    finishedAttempts: finished as readonly string[],
    async study(url: string, options: StudyOptions): Promise<void> {
      await Promise.all(seats.map((_, index) => study(index, url, options)))
    },
  }
}

function silentIfDead<T>(reply: Promise<T>): Promise<T | null> {
  return reply.catch(() => null)
}
