import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import type { reportEvent } from '#contract/exam-room.ts'
import type { IntegrityMode } from '#core/exam.ts'
import type { EventKind } from '#core/integrity.ts'
import { NetworkFault } from '../../../api.ts'
import type { AnswerQueue, Choice } from '../answer-queue.ts'

type Event = BodyOf<typeof reportEvent>
type Reply = ReplyOf<typeof reportEvent>

type Given = {
  readonly queue: AnswerQueue
  readonly send: (event: Event, isLast: boolean) => Promise<Reply>
  readonly pause: (failures: number) => Promise<void>
  readonly now: () => number
}

/** Tells the server what the browser saw; while the net is away it waits. */
export function openReporter({ queue, send, pause, now }: Given) {
  const eventOf = (kind: EventKind, answers: Event['answers']): Event => ({
    kind,
    at: new Date(now()).toISOString(),
    answers,
  })
  return {
    async report(kind: EventKind, chosen?: Choice): Promise<Reply | null> {
      const event = eventOf(kind, [...queue.left(chosen)])
      for (let failures = 1; ; failures += 1) {
        try {
          return await send(event, false)
        } catch (fault) {
          if (!(fault instanceof NetworkFault)) return null
          await pause(failures)
        }
      }
    },
    /** Once, since the page will not be there to try again. */
    reportClosing(mode: IntegrityMode, chosen?: Choice) {
      const left = mode === 'strict' ? queue.close(chosen) : queue.left(chosen)
      send(eventOf('refresh', [...left]), true).catch(() => undefined)
    },
  }
}
