import { z } from 'zod'
import { countingRules } from '#core/grading/counted-attempt.ts'
import { endpoint } from './endpoint.ts'
import { OwnIncident } from './incidents.ts'
import { AttemptEnding } from './late-answers.ts'
import { AnswerSheetItem } from './questions/kinds.ts'
import { ImageSizes } from './questions/question-fields.ts'
import { attemptSorts, batchFilter, exportQuery, Id, Instant, listQuery } from './schemas.ts'

const CountingRule = z.enum(countingRules)

/** How it counts; only of a student with several ended attempts at the test. */
const Counting = z.object({
  rule: CountingRule,
  /** How many they are. */
  attempts: z.int(),
  isCounted: z.boolean(),
  /** In per cent; only where it counts, and then each of them does. */
  average: z.number().optional(),
})

/** Which attempt figures are of; only where a student has several ended ones. */
export const FiguresCounting = z.object({ rule: CountingRule, students: z.int() })
export type FiguresCounting = z.output<typeof FiguresCounting>

/** For a student, score and percentage are null until the result is released. */
export const Attempt = z.object({
  _id: Id,
  testId: Id,
  testTitle: z.string(),
  testDuration: z.number(),
  totalQuestions: z.int(),
  studentId: Id,
  studentName: z.string(),
  /** Roll number or address; only where another student has the name, too. */
  studentIdentifier: z.string().optional(),
  /** For staff, in an institute that has batches: the names of those that the student is in. */
  batches: z.array(z.string()).optional(),
  /** Beside the batches, for those who may see it. */
  studentPhone: z.string().optional(),
  startTime: Instant,
  endTime: Instant.nullable(),
  /** Its deadline; while it waits, at the latest. */
  endsAt: Instant,
  /**
   * A reopened attempt waits for its student: until they resume, at the latest until then, its
   * clock stands still. Absent once it runs.
   */
  resumesBy: Instant.optional(),
  /** The institute has paused it: its clock stands still. Missing from all others. */
  paused: z.literal(true).optional(),
  /** By the server's clock, since a device clock may be wrong; null once it has ended. */
  secondsLeft: z.int().nullable(),
  status: z.enum(['In progress', 'Completed']),
  score: z.int().nullable(),
  percentage: z.number().nullable(),
  finishReason: z.string().nullable(),
  resultReleased: z.boolean(),
  /** Kept, and counted nowhere: it has no score. Missing from all others. */
  isVoid: z.literal(true).optional(),
  counting: Counting.optional(),
  /** For staff: how many late answers wait for a decision; missing if none does. */
  lateAnswers: z.int().optional(),
})
export type Attempt = z.output<typeof Attempt>

/** With its ending, unless that was a plain finish or the result is visible. */
export const OwnAttempt = Attempt.extend({
  ending: AttemptEnding.optional(),
  /** The latest incident of the attempt, while that is of interest. */
  incident: OwnIncident.optional(),
})
export type OwnAttempt = z.output<typeof OwnAttempt>

export const listOwnAttempts = endpoint({
  method: 'GET',
  path: '/api/students/quiz-attempts',
  access: 'student',
  summary: 'A student’s own attempts; search finds tests.',
  query: listQuery(attemptSorts),
  reply: z.array(OwnAttempt),
  isList: true,
  refusals: [],
})

/** Whether its student can take a test again. */
const NextAttempt = z.object({
  state: z.enum(['open', 'coming', 'closed']),
  /** Null without a limit. */
  left: z.int().nullable(),
  /** Only of one that is coming. */
  opensAt: Instant.optional(),
  /** The last moment to start; missing where nothing ends that. */
  startUntil: Instant.optional(),
})
export type NextAttempt = z.output<typeof NextAttempt>

export const getOwnResult = endpoint({
  method: 'GET',
  path: '/api/students/quiz-attempt-detail/:attemptId',
  access: 'student',
  summary: 'A student’s own answer sheet, once released.',
  params: z.object({ attemptId: Id }),
  reply: Attempt.extend({
    responses: z.array(AnswerSheetItem),
    imageSizes: ImageSizes,
    /** How many answers came late, and how many of them count; missing if none came late. */
    late: z.object({ kept: z.int(), accepted: z.int() }).optional(),
    /** Missing if no attempt is left. */
    nextAttempt: NextAttempt.optional(),
  }),
  refusals: ['attempt-not-found', 'results-not-released'],
})

export const listAttempts = endpoint({
  method: 'GET',
  path: '/api/students/score',
  access: ['attempts.read', 'results.read-released'],
  summary: 'Every attempt; search finds tests and students.',
  query: listQuery(attemptSorts).extend(batchFilter),
  reply: z.array(Attempt),
  isList: true,
  refusals: [],
})

export const AttemptsByExam = z.object({
  testId: Id,
  testTitle: z.string(),
  attempts: z.int(),
  /** In per cent, over the attempts that have ended and count. */
  average: z.number().nullable(),
  counting: FiguresCounting.optional(),
})
export type AttemptsByExam = z.output<typeof AttemptsByExam>

export const listAttemptsByExam = endpoint({
  method: 'GET',
  path: '/api/students/score/groups',
  access: ['attempts.read', 'results.read-released'],
  summary: 'Tests with attempts, the one last started first; search finds tests and students.',
  query: listQuery(['newest']).extend(batchFilter),
  reply: z.array(AttemptsByExam),
  isList: true,
  refusals: [],
})

export const listExamAttempts = endpoint({
  method: 'GET',
  path: '/api/students/score/test/:testId',
  access: ['attempts.read', 'results.read-released'],
  summary: 'Every attempt at one test.',
  params: z.object({ testId: Id }),
  query: listQuery(attemptSorts).extend(batchFilter),
  reply: z.array(Attempt),
  isList: true,
  refusals: ['test-not-found'],
})

/** A summary of all attempts at an exam, shown above the list. */
export const getScoreStatistics = endpoint({
  method: 'GET',
  path: '/api/students/score/test/:testId/figures',
  access: ['results.read', 'results.read-released'],
  summary: 'How a test went: attempts, how many run, how often each percentage was reached.',
  params: z.object({ testId: Id }),
  query: z.strictObject(batchFilter),
  reply: z.object({
    attempts: z.int(),
    running: z.int(),
    /** In per cent, over the attempts that have ended and count. */
    average: z.number().nullable(),
    percentages: z.array(z.object({ percentage: z.number(), count: z.int() })),
    counting: FiguresCounting.optional(),
  }),
  refusals: ['test-not-found'],
})

export const exportExamAttempts = endpoint({
  method: 'GET',
  path: '/api/students/score/test/:testId/export',
  access: 'results.export',
  needsRecentLogin: true,
  summary: 'The same list as a file, whole; each export is written to the audit log.',
  params: z.object({ testId: Id }),
  query: exportQuery(attemptSorts).extend(batchFilter),
  reply: z.unknown(),
  contentType: 'table',
  refusals: ['test-not-found'],
})

export const listStudentAttempts = endpoint({
  method: 'GET',
  path: '/api/students/score/student/:studentId',
  access: ['attempts.read', 'results.read-released'],
  summary: 'Every attempt of one student.',
  params: z.object({ studentId: Id }),
  query: listQuery(attemptSorts),
  reply: z.array(Attempt),
  isList: true,
  refusals: ['student-not-found'],
})

export const getScoreDetails = endpoint({
  method: 'GET',
  path: '/api/test/scoreDetails/:studentId/:testId',
  access: 'results.read',
  summary: 'A student’s newest finished attempt at a test.',
  params: z.object({ studentId: Id, testId: Id }),
  reply: z.object({
    studentName: z.string(),
    score: z.int(),
    percentage: z.number(),
    totalQuestions: z.int(),
    finishReason: z.string(),
    responses: z.array(AnswerSheetItem),
  }),
  refusals: ['attempt-not-found'],
})

export const getAnswers = endpoint({
  method: 'GET',
  path: '/api/students/admin/test/:testId/student/:studentId/answers',
  access: 'results.read',
  summary:
    'One student’s answers: the newest finished attempt unless `attempt` names one; while none has ended, the one that runs.',
  params: z.object({ testId: Id, studentId: Id }),
  query: z.strictObject({ attempt: Id.optional() }),
  reply: z.object({
    answers: z.array(AnswerSheetItem),
    student: z.object({
      _id: Id,
      name: z.string(),
      rollNumber: z.string().optional(),
      email: z.string(),
    }),
    test: z.object({ _id: Id, title: z.string(), duration: z.number() }),
    attempts: z.array(Attempt),
  }),
  refusals: ['attempt-not-found'],
})
