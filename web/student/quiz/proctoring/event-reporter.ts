import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import type { reportEvent } from '#contract/proctoring.ts'
import type { IntegrityMode } from '#core/exams/exam.ts'
import { getRetryAfterMs, isServerBusy, NetworkError } from '../../../client/request.ts'
import type { AnswerQueue } from '../offline/answer-queue.ts'
import type { Choice, PendingAnswer } from '../offline/pending-answer.ts'
import type { ProctoringEvent } from './proctoring-event.ts'

type EventBody = BodyOf<typeof reportEvent>
type EventReply = ReplyOf<typeof reportEvent>

/** The longest duration that is reported. */
const maxDurationMs = 86_400_000

type EventReporterOptions = {
  readonly queue: AnswerQueue
  readonly send: (event: EventBody, isLast: boolean) => Promise<EventReply>
  readonly pause: (failures: number, atLeastMs?: number) => Promise<void>
  readonly now: () => number
}

/** Tells the server what the browser saw; while the net is away or the server busy it waits. */
export function createEventReporter({ queue, send, pause, now }: EventReporterOptions) {
  return {
    async report(observed: ProctoringEvent, chosen?: Choice): Promise<EventReply | null> {
      const event = toEventBody(observed, queue.getUnsent(chosen))
      for (let failures = 1; ; failures += 1) {
        try {
          return await send(event, false)
        } catch (error) {
          if (!(error instanceof NetworkError || isServerBusy(error))) return null
          await pause(failures, getRetryAfterMs(error))
        }
      }
    },
    /** Once, since the page will not be there to try again. */
    reportClosing(mode: IntegrityMode, chosen?: Choice) {
      const unsent = mode === 'strict' ? queue.close(chosen) : queue.getUnsent(chosen)
      send(toEventBody({ kind: 'refresh', at: now() }, unsent), true).catch(() => undefined)
    },
  }
}

export function toEventBody(
  { kind, at, durationMs }: ProctoringEvent,
  answers: readonly PendingAnswer[],
): BodyOf<typeof reportEvent> {
  const duration =
    durationMs === undefined ? {} : { durationMs: Math.min(durationMs, maxDurationMs) }
  return { kind, at: new Date(at).toISOString(), ...duration, answers: [...answers] }
}
