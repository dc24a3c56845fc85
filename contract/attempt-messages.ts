import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Instant, Message } from './schemas.ts'

/** A message of the institute to a student during an attempt: plain text. */
export const AttemptMessage = z.object({ _id: Id, text: z.string(), at: Instant })
export type AttemptMessage = z.output<typeof AttemptMessage>

/** Pause, changes of time, and messages: each field is left out where there is nothing to tell. */
export const liveFields = {
  /**
   * Its clock stands still. `endsAt` is then the deadline as it would be if it went on now, so that
   * what is left does not change. The reason is one of the list, in words; own words are for staff.
   */
  paused: z.object({ since: Instant, reason: z.string().optional() }).optional(),
  /**
   * Counts pauses, their ends, and minutes taken back; absent before the first. Of two replies the
   * one with the higher number has the deadline that holds, also if that is the earlier one; with
   * the same number, or none, the later deadline does.
   */
  timeChanges: z.int().optional(),
  /** Not put away yet, oldest first. */
  messages: z.array(AttemptMessage).optional(),
}

export const putMessageAway = endpoint({
  method: 'POST',
  path: '/api/students/attempts/:attemptId/messages/:messageId/putAway',
  access: 'student',
  summary: 'The student has read a message. Putting it away twice is not an error.',
  params: z.object({ attemptId: Id, messageId: Id }),
  reply: Message,
  refusals: ['attempt-not-found'],
})
