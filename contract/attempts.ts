import { z } from 'zod'
import { integrityModes } from '#core/exams/exam.ts'
import { eventKinds } from '#core/proctoring/policy.ts'
import { liveFields } from './attempt-messages.ts'
import { endpoint } from './endpoint.ts'
import { AnswerFields, PresentedQuestion } from './questions/kinds.ts'
import { ImageSizes } from './questions/question-fields.ts'
import { Id, Instant } from './schemas.ts'

const ExamIdParams = z.object({ testId: Id })
const AttemptIdParams = z.object({ attemptId: Id })

export const startQuiz = endpoint({
  method: 'POST',
  path: '/api/students/start-quiz/:testId',
  access: 'student',
  summary: 'Begins an attempt (201), or resumes the one that runs (200).',
  params: ExamIdParams,
  body: z
    .object({
      /** The kinds of question that the client can show; without it, only single choice. */
      kinds: z.array(z.string().max(64)).max(64).optional(),
      /** It shows each warning until the student acknowledges it; if not, each counts at once. */
      acknowledgesWarnings: z.boolean().optional(),
      /** Something takes room beside or below the page; noted on a new attempt, and never judged. */
      windowGap: z.boolean().optional(),
      /** Its browser asks nothing before it reloads a page: in a strict test the first one warns. */
      noReloadPrompt: z.boolean().optional(),
    })
    .nullish(),
  isReplyChecked: true,
  reply: z.object({ quizAttemptId: Id, startTime: Instant, endsAt: Instant, serverTime: Instant }),
  alternativeStatus: 201,
  refusals: [
    'test-not-found',
    'not-open-yet',
    'entry-over',
    'window-closed',
    'already-taken',
    'clock-behind',
    'reload-needed',
  ],
})

/** A student's warning; it counts when they acknowledge it, or at 60 s away in sum. */
export const Warning = z.object({
  /** 1 for the first one. */
  number: z.int(),
  kind: z.enum(eventKinds),
  at: Instant,
  awayMs: z.int(),
  isCounted: z.boolean(),
})
export type Warning = z.output<typeof Warning>

/** State of one question of a free paper; each part with the sequence it was sent with. */
const QuestionProgress = z.object({
  /** By the places of options, as presented; the value is null once it was cleared. */
  answer: z.object({ value: AnswerFields.nullable(), sequence: z.int() }).nullable(),
  /** For review. */
  mark: z.object({ value: z.boolean(), sequence: z.int() }).nullable(),
  /** The sequence at which it was last shown. */
  seen: z.int().nullable(),
})
/** By question: those that were touched. */
export const PaperProgress = z.record(Id, QuestionProgress)
export type PaperProgress = z.output<typeof PaperProgress>

export const getQuestions = endpoint({
  method: 'GET',
  path: '/api/students/get-questions/:testId',
  access: 'student',
  summary: 'The paper of the running attempt, in its own order.',
  params: ExamIdParams,
  isReplyChecked: true,
  reply: z.object({
    quizAttemptId: Id,
    title: z.string(),
    duration: z.number(),
    /** All the time of this attempt: with extra time and added minutes. */
    ownDurationSeconds: z.int(),
    endsAt: Instant,
    serverTime: Instant,
    integrityMode: z.enum(integrityModes),
    /** This student's own: F6, F7 and selecting text stay as the browser has them. */
    assistiveTools: z.boolean().optional(),
    /** Absent unless the client acknowledges warnings and the mode or its browser brings any. */
    warnings: z
      .object({
        counted: z.int(),
        waiting: Warning.nullable(),
        /** When the page was closed or reloaded last, until its return is reported. */
        leftAt: Instant.nullable(),
      })
      .optional(),
    /** Only of a free paper. */
    progress: PaperProgress.optional(),
    ...liveFields,
    questions: z.array(PresentedQuestion),
    imageSizes: ImageSizes,
  }),
  refusals: ['test-not-found', 'no-running-attempt'],
})

/** Something other than an answer, sent of a question of a free paper. */
const QuestionNote = {
  /** Takes the answer back. */
  cleared: z.literal(true).optional(),
  /** For review, or no longer. */
  marked: z.boolean().optional(),
  /** It was shown: the last one shown is where the attempt is resumed. */
  seen: z.literal(true).optional(),
}
const noteFields = Object.keys(QuestionNote)

/** The answer, in the fields of the question's kind; in a free paper one note instead. */
export const Answer = z
  .strictObject({
    questionId: Id,
    ...AnswerFields.shape,
    ...QuestionNote,
    /** Per question the highest wins; none means order of arrival. */
    sequence: z.int().min(0).optional(),
  })
  .refine(hasChoice, { path: ['selectedAnswer'], message: 'Choose an option' })
  .refine(isOneThing, { path: ['selectedAnswer'], message: 'Send an answer or one note' })
export type Answer = z.output<typeof Answer>

function hasChoice({ questionId: _, sequence: _sequence, ...choice }: Record<string, unknown>) {
  return Object.values(choice).some((value) => value != null)
}

function isOneThing({ questionId: _, sequence: _sequence, ...sent }: Record<string, unknown>) {
  const fields = Object.keys(sent).filter((field) => sent[field] != null)
  return fields.length < 2 || !fields.some((field) => noteFields.includes(field))
}

export const submitAnswer = endpoint({
  method: 'POST',
  path: '/api/students/submit-answer/:attemptId/:testId',
  access: 'student',
  summary: 'Takes one answer; says the same for right and wrong.',
  params: z.object({ attemptId: Id, testId: Id }),
  body: Answer,
  isReplyChecked: true,
  reply: z.object({
    message: z.string(),
    answered: z.int(),
    totalQuestions: z.int(),
    endsAt: Instant,
    serverTime: Instant,
  }),
  refusals: [
    'attempt-not-found',
    'attempt-over',
    'attempt-paused',
    'unknown-question',
    'unknown-option',
  ],
})

/** An answer, a mark and a place of each question, and some that were given twice. */
export const maxAnswersAtEnd = 2000

const finishFields = {
  /** The spec's client sends one. It is not read. */
  score: z.unknown().optional(),
  answers: z.array(Answer).max(maxAnswersAtEnd).optional(),
}
const FinishExpiredBody = z.strictObject(finishFields)
const FinishBody = FinishExpiredBody.extend({ reason: z.string().max(200).nullish() })
/** A call without a body arrives as null. */
const orNothing = <Body extends z.ZodType<object>>(body: Body) =>
  body.nullish().transform((sent) => sent ?? ({} as z.output<Body>))
const FinishReply = z.object({
  message: z.string(),
  finishReason: z.string(),
  /** Only where answers came too late to count: their questions. */
  notTaken: z.array(Id).optional(),
})

export const finishQuiz = endpoint({
  method: 'POST',
  path: '/api/students/finishQuiz/:attemptId',
  access: 'student',
  summary: 'Ends an attempt; answers that come with it are taken first.',
  params: AttemptIdParams,
  body: orNothing(FinishBody),
  isReplyChecked: true,
  reply: FinishReply,
  refusals: ['attempt-not-found', 'attempt-paused', 'unknown-question', 'unknown-option'],
})

export const finishExpiredQuiz = endpoint({
  method: 'POST',
  path: '/api/students/finish-quiz/:attemptId',
  access: 'student',
  summary: 'Ends an attempt whose time is over.',
  params: AttemptIdParams,
  body: orNothing(FinishExpiredBody),
  isReplyChecked: true,
  reply: FinishReply,
  refusals: ['attempt-not-found', 'attempt-paused', 'unknown-question', 'unknown-option'],
})
