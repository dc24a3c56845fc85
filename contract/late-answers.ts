import { z } from 'zod'
import { Answer } from './attempts.ts'
import { endpoint } from './endpoint.ts'
import { Id, Instant, Why } from './schemas.ts'

const AttemptIdParams = z.object({ attemptId: Id })

export const sendLateAnswers = endpoint({
  method: 'POST',
  path: '/api/students/late-answers/:attemptId',
  access: 'student',
  summary:
    'Keeps answers to an attempt that is over. They count only once staff accept them; sent again, nothing changes.',
  params: AttemptIdParams,
  body: z.strictObject({ answers: z.array(Answer).min(1).max(1000) }),
  /** Ids of questions: each answer sent is under one of the three. */
  isReplyChecked: true,
  reply: z.object({
    /** This answer counts already, or a newer one does. */
    saved: z.array(Id),
    late: z.array(Id),
    /** Chosen after the deadline or the student's own finish, or not of this paper. */
    declined: z.array(Id),
  }),
  refusals: ['attempt-not-found', 'not-over'],
})

/** How an attempt ended, for its student, until the result is released. */
export const AttemptEnding = z.object({
  /** Numbers of questions, as the student saw them. */
  saved: z.array(z.int()),
  /** Kept as late; the decision comes with the result. */
  late: z.array(z.int()),
  /** The device lost the connection before the end; null where it did not say so. */
  offlineFrom: Instant.nullable(),
  /** When the late answers arrived. */
  lateAt: Instant.nullable(),
})
export type AttemptEnding = z.output<typeof AttemptEnding>

const LateAnswerItem = z.object({
  questionId: Id,
  /** As the student saw it. */
  number: z.int(),
  sequence: z.int(),
  /** By the device's word, which can be forged. */
  chosenAt: Instant,
  receivedAt: Instant,
  isBeforeEnd: z.boolean(),
  /** Places of the options chosen, as the student saw them, from 0. */
  chosen: z.array(z.int()),
  /** The answer that counts while this one does not; null if there is none. */
  before: z.array(z.int()).nullable(),
  decision: z.enum(['accepted', 'left-out']).nullable(),
})
export type LateAnswerItem = z.output<typeof LateAnswerItem>

export const LateAnswersOfAttempt = z.object({
  /** In the order of the paper. */
  answers: z.array(LateAnswerItem),
  /** Not taken: chosen on another device after the student had finished; missing if there are none. */
  afterFinish: z
    .array(z.object({ number: z.int(), chosenAt: Instant, chosen: z.array(z.int()) }))
    .optional(),
  total: z.int(),
  scoreIfAccepted: z.int(),
  scoreIfLeftOut: z.int(),
  /** When students could see the result; an answer that came later may be copied from it. */
  resultsReleasedAt: Instant.nullable(),
})
export type LateAnswersOfAttempt = z.output<typeof LateAnswersOfAttempt>

export const listLateAnswers = endpoint({
  method: 'GET',
  path: '/api/students/attempts/:attemptId/late-answers',
  access: 'results.read',
  summary:
    'Answers that arrived after the end of one attempt, and the score with and without them.',
  params: AttemptIdParams,
  reply: LateAnswersOfAttempt,
  refusals: ['attempt-not-found'],
})

export const decideLateAnswers = endpoint({
  method: 'POST',
  path: '/api/students/attempts/:attemptId/late-answers',
  access: 'attempts.adjust',
  summary:
    'Lets the late answers of one attempt count, or not. Who has read the result gets the corrected one.',
  params: AttemptIdParams,
  body: z.strictObject({
    decision: z.enum(['accepted', 'left-out']),
    why: Why,
    /** All that the decision was made about. */
    answers: z.array(z.object({ questionId: Id, sequence: z.int() })).max(1000),
  }),
  reply: z.object({ message: z.string(), score: z.int(), mails: z.int() }),
  refusals: ['attempt-not-found', 'attempt-running', 'late-answers-changed'],
})
