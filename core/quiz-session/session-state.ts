import type { QuestionProgress } from '../attempts/free-paper.ts'
import type { IntegrityMode } from '../exams/exam.ts'
import type { Warning } from '../proctoring/warnings.ts'
import { type AnswerQueue, createAnswerQueue, getNextSequence } from './answer-queue.ts'
import { usualPollSeconds } from './clock-interval.ts'
import type {
  InstituteMessage,
  PendingAnswer,
  SendReport,
  SessionEffect,
  StoredReport,
} from './effects.ts'
import { noOtherWindows, type OtherWindows } from './other-windows.ts'
import type { PauseNotice, Phase, SessionPause } from './phase.ts'

export type PendingReport<A> = SendReport<A> & {
  readonly failures: number
  /** Kept after it was reported if it may have ended the attempt. */
  readonly state: 'sending' | 'pausing' | 'reported'
}

export type SessionWarnings = {
  /** How many count. */
  readonly counted: number
  /** Not read yet. */
  readonly waiting: Warning | null
  /** When the page was left last, as long as its return is not reported. */
  readonly leftAt: number | null
  readonly lastRead: { readonly number: number; readonly at: number }
  /** Read, and not known to the server yet. */
  readonly unsent: {
    readonly number: number
    readonly at: number
    readonly failures: number
  } | null
}

/** Put last; what was chosen by then is chosen again when it comes back. */
type PostponedQuestion<A> = Pick<SessionState<A>, 'chosen' | 'chosenSequence'> & {
  readonly questionId: string
}

/** Additional state of a session where the paper is free. Every choice is sent. */
export type FreePaper<A> = {
  /** As far as any window here knows, by question. */
  readonly progress: Readonly<Record<string, QuestionProgress<A>>>
  /** The page before the end is shown. */
  readonly isReviewing: boolean
  /** That page has been shown, and leads back to the questions. */
  readonly isFromReview: boolean
  /** When "Save & next" was last pressed, by the server's clock in ms. */
  readonly pressedAt: number
}

export type SessionState<A> = OtherWindows & {
  /** In the paper's order. */
  readonly questionIds: readonly string[]
  readonly mode: IntegrityMode
  /** In a strict exam: the first reload only warns, since the browser asks nothing before it. */
  readonly forgivesReload: boolean
  /** By the server's clock in ms, as far as any window here knows. */
  readonly endsAt: number
  readonly isSeen: boolean
  /** From when the first question was seen, in a window with the focus. */
  readonly isWatched: boolean
  readonly isOnline: boolean
  /** Null while the clock runs. */
  readonly pause: SessionPause | null
  /** Messages of the institute that are not dismissed yet; oldest first. */
  readonly messages: readonly InstituteMessage[]
  /** Ids of dismissed messages; sent to the server until it knows them. */
  readonly dismissedIds: readonly string[]
  /** When the server last sent deadline, pause and messages, by its own clock. */
  readonly repliedAt: number
  readonly timeChanges: number
  /** By how much pauses and a shifted server's clock have moved the deadline, as seen here. */
  readonly pausedMs: number
  /** Nothing gets through until the same student logs in again. */
  readonly isLoggedOut: boolean
  /** The question shown; none once all are answered. */
  readonly questionId: string | undefined
  readonly chosen: A | null
  /** The number of that choice, if it is sent along before it is submitted. */
  readonly chosenSequence: number
  /** In the order in which they come back. */
  readonly postponed: readonly PostponedQuestion<A>[]
  /** Between a submit and the next question. */
  readonly isPausing: boolean
  readonly queue: AnswerQueue<A>
  readonly phase: Phase<A>
  readonly lastTurn: number
  /**
   * Answers that went along with each call that ends, while the server was thought to take answers.
   */
  readonly endCalls: readonly (readonly PendingAnswer<A>[])[]
  readonly reports: readonly PendingReport<A>[]
  readonly warnings: SessionWarnings
  readonly lastReportId: number
  readonly clockFailures: number
  /** When the last reply of the clock was sent, by the server's time. */
  readonly clockReceivedAt: number
  /** As the server wants it: longer in a large exam. */
  readonly pollSeconds: number
  /** On another device, within the last minute. */
  readonly isOpenElsewhere: boolean
  /** Undefined where the paper is forward. */
  readonly free?: FreePaper<A>
}

export type Step<A> = readonly [SessionState<A>, readonly SessionEffect<A>[]]

export type SessionInput<A> = Pick<SessionState<A>, 'questionIds' | 'mode' | 'endsAt'> & {
  readonly saved: readonly string[]
  /** On this device from before, oldest first. */
  readonly waiting: readonly PendingAnswer<A>[]
  /** Seen before, and perhaps not reported: sent at once. */
  readonly unreported?: readonly StoredReport<A>[]
  /** Put last before a reload. */
  readonly postponed?: readonly string[]
  readonly pause?: PauseNotice | null | undefined
  readonly messages?: readonly InstituteMessage[] | undefined
  readonly timeChanges?: number | undefined
  /** Set if this browser acknowledges warnings. */
  readonly warnings?: Pick<SessionWarnings, 'counted' | 'waiting' | 'leftAt'> | undefined
}

const noWarnings: SessionWarnings = {
  counted: 0,
  waiting: null,
  leftAt: null,
  lastRead: { number: 0, at: 0 },
  unsent: null,
}

export function createSession<A>(input: SessionInput<A>): SessionState<A> {
  const { questionIds, mode, endsAt, saved, waiting, unreported = [], postponed = [] } = input
  const { pause, messages = [], timeChanges = 0 } = input
  const reported = unreported.flatMap(({ unsubmitted }) => unsubmitted?.sequence ?? [])
  const session: SessionState<A> = {
    questionIds,
    mode,
    forgivesReload: mode === 'strict' && input.warnings !== undefined,
    endsAt,
    isSeen: true,
    isWatched: false,
    isOnline: true,
    pause: pause ? { ...pause, takenUntil: pause.since - 1 } : null,
    messages,
    dismissedIds: [],
    repliedAt: 0,
    timeChanges,
    pausedMs: 0,
    isLoggedOut: false,
    questionId: undefined,
    chosen: null,
    chosenSequence: 0,
    postponed: postponed
      .filter((id) => questionIds.includes(id))
      .map((questionId) => ({ questionId, chosen: null, chosenSequence: 0 })),
    isPausing: false,
    queue: createAnswerQueue(saved, waiting, reported),
    phase: { at: 'open' },
    lastTurn: 0,
    endCalls: [],
    reports: unreported.map(({ observed, unsubmitted }, index) => ({
      type: 'send-report',
      id: index + 1,
      observed,
      answers: unsubmitted ? [unsubmitted] : [],
      failures: 0,
      state: 'pausing',
    })),
    warnings: { ...noWarnings, ...input.warnings },
    lastReportId: unreported.length,
    clockFailures: 0,
    clockReceivedAt: 0,
    pollSeconds: usualPollSeconds,
    isOpenElsewhere: false,
    ...noOtherWindows,
  }
  return showNextQuestion(session)
}

/** Saved, or on the way. */
export function listAnswered<A>({ queue }: SessionState<A>): ReadonlySet<string> {
  return new Set([...queue.saved, ...queue.waiting.map(({ questionId }) => questionId)])
}

/** Without an answer, in the order in which they come: what was put off comes last. */
export function listUnanswered<A>(session: SessionState<A>): readonly string[] {
  const answered = listAnswered(session)
  const last = session.postponed.map(({ questionId }) => questionId)
  const first = session.questionIds.filter((id) => !last.includes(id))
  return [...first, ...last].filter((id) => !answered.has(id))
}

/** The first one that has no answer yet: there is no way back. */
export function showNextQuestion<A>(session: SessionState<A>): SessionState<A> {
  const [questionId] = listUnanswered(session)
  const postponed = session.postponed.find((one) => one.questionId === questionId)
  return { ...session, chosen: null, chosenSequence: 0, ...postponed, questionId }
}

/** Every other question has its answer. */
export function isLastQuestion<A>(session: SessionState<A>): boolean {
  const answered = listAnswered(session)
  return session.questionIds.every((id) => id === session.questionId || answered.has(id))
}

export function isLocked<A>({ isPausing, phase }: SessionState<A>): boolean {
  return isPausing || phase.at !== 'open'
}

/** Nothing of it is on its way to the server, or to the device. */
export function isIdle<A>({ queue, reports, warnings }: SessionState<A>): boolean {
  const isReported = warnings.unsent === null && reports.every(({ state }) => state === 'reported')
  return queue.waiting.length === 0 && isReported
}

/** Notes a choice with its moment: it is no newer for being sent along with an end much later. */
export function choose<A>(session: SessionState<A>, answer: A | null, at: number) {
  const chosenSequence = getNextSequence(session.queue, at)
  const queue = { ...session.queue, lastSequence: chosenSequence }
  return { ...session, queue, chosen: answer, chosenSequence }
}

/** Chosen, but not submitted. */
export function getUnsubmitted<A>(session: SessionState<A>): PendingAnswer<A> | null {
  const { questionId, chosen, chosenSequence } = session
  if (questionId === undefined || chosen === null || listAnswered(session).has(questionId))
    return null
  return { questionId, answer: chosen, sequence: chosenSequence }
}

/** Lists the answers that the server may not have, oldest first. */
export function listUnsent<A>(
  { queue }: SessionState<A>,
  unsubmitted: PendingAnswer<A> | null,
): readonly PendingAnswer<A>[] {
  const waiting = queue.waiting.map(({ questionId, answer, sequence }) => {
    return { questionId, answer, sequence }
  })
  return unsubmitted ? [...waiting, unsubmitted] : waiting
}

/** Two steps, one after the other. */
export function andThen<A>(
  [session, effects]: Step<A>,
  next: (session: SessionState<A>) => Step<A>,
): Step<A> {
  const [result, more] = next(session)
  return [result, [...effects, ...more]]
}
