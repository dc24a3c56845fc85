import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import type { reportEvent } from '#contract/proctoring.ts'
import type { IntegrityMode } from '#core/exams/exam.ts'
import { getRetryAfterMs, isServerBusy, NetworkError } from '../../../client/request.ts'
import type { AnswerQueue, Choice, WaitingAnswer } from '../answer-queue.ts'
import type { Seen } from './seen.ts'

type Event = BodyOf<typeof reportEvent>
type Reply = ReplyOf<typeof reportEvent>

/** The longest that is told. */
const dayMs = 86_400_000

type Given = {
  readonly queue: AnswerQueue
  readonly send: (event: Event, isLast: boolean) => Promise<Reply>
  readonly pause: (failures: number, atLeastMs?: number) => Promise<void>
  readonly now: () => number
}

/** Tells the server what the browser saw; while the net is away or the server busy it waits. */
export function openReporter({ queue, send, pause, now }: Given) {
  return {
    async report(seen: Seen, chosen?: Choice): Promise<Reply | null> {
      const event = eventOf(seen, queue.left(chosen))
      for (let failures = 1; ; failures += 1) {
        try {
          return await send(event, false)
        } catch (fault) {
          if (!(fault instanceof NetworkError || isServerBusy(fault))) return null
          await pause(failures, getRetryAfterMs(fault))
        }
      }
    },
    /** Once, since the page will not be there to try again. */
    reportClosing(mode: IntegrityMode, chosen?: Choice) {
      const left = mode === 'strict' ? queue.close(chosen) : queue.left(chosen)
      send(eventOf({ kind: 'refresh', at: now() }, left), true).catch(() => undefined)
    },
  }
}

export function eventOf(
  { kind, at, durationMs }: Seen,
  answers: readonly WaitingAnswer[],
): BodyOf<typeof reportEvent> {
  const length = durationMs === undefined ? {} : { durationMs: Math.min(durationMs, dayMs) }
  return { kind, at: new Date(at).toISOString(), ...length, answers: [...answers] }
}
