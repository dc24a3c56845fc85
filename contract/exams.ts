import { z } from 'zod'
import {
  defaultDurationMinutes,
  integrityModes,
  maxDurationMinutes,
  maxQuestionsPerExam,
  navigations,
} from '#core/exams/exam.ts'
import { countingRules } from '#core/grading/counted-attempt.ts'
import { unicodeScripts } from '#core/questions/unicode-scripts.ts'
import { bodyLimits, endpoint } from './endpoint.ts'
import { WouldReveal } from './key-guard.ts'
import { StudentWindow } from './lobby.ts'
import { Question, QuestionInput } from './questions/kinds.ts'
import { Id, InDigits, Instant, listQuery, Message, nameSorts, VisibleLine } from './schemas.ts'

/** Left out where it is forward. */
const FreeNavigation = z.literal('free').optional()
/** Left out where the last one counts. */
const CountedAttempt = z.enum(['best', 'average']).optional()
export const countingFrozenError =
  'Students have their results by the present rule. Take the results back to change it.'

/** A test as an admin sees it; lists leave the questions out. */
export const Exam = z.object({
  _id: Id,
  title: z.string(),
  numQuestions: z.int(),
  duration: z.number(),
  released: z.boolean(),
  resultsReleasedAt: Instant.nullable(),
  integrityMode: z.enum(integrityModes),
  attemptsAllowed: z.int(),
  shuffleOptions: z.boolean(),
  navigation: FreeNavigation,
  countedAttempt: CountedAttempt,
  attempts: z.int(),
  createdAt: Instant,
  questions: z.array(Question).optional(),
})
export type Exam = z.output<typeof Exam>

const ExamDetail = Exam.extend({
  questions: z.array(Question),
  /** Another one after each change of what the editor shows. */
  version: z.string(),
})
export type ExamDetail = z.output<typeof ExamDetail>

export const StudentExam = z.object({
  _id: Id,
  title: z.string(),
  numQuestions: z.int(),
  duration: z.number(),
  /** The duration with this student's extra time. */
  ownDurationSeconds: z.int(),
  integrityMode: z.enum(integrityModes),
  navigation: FreeNavigation,
  /** Whether this student may look into the windows of a screen reader, and use its keys. */
  assistiveTools: z.literal(true).optional(),
  /** The scripts of the paper that our own fonts lack; left out where there are none. */
  scripts: z.array(z.enum(unicodeScripts)).optional(),
  /** Starts that are left; null without a limit. */
  attemptsLeft: z.int().nullable(),
  released: z.literal(true),
  /** Only where the test has windows, and this student one of them. */
  window: StudentWindow.optional(),
  attempt: z
    .object({
      _id: Id,
      status: z.enum(['In progress', 'Completed']),
      endsAt: Instant,
      secondsLeft: z.int(),
      /** Only of one that was reopened and waits: its clock starts with Resume, or then. */
      waiting: z.object({ resumesBy: Instant, answered: z.int() }).optional(),
      /** Only of one that the institute has paused: its clock stands still. */
      paused: z.literal(true).optional(),
      /** Whether the student may see its result. */
      resultReleased: z.literal(true).optional(),
    })
    .nullable(),
  canStart: z.boolean(),
})
export type StudentExam = z.output<typeof StudentExam>

/** Multipart carries texts only, so a list may come as JSON, a number as digits. */
const parseJsonField = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value, context) => {
    if (typeof value !== 'string') return value
    try {
      return JSON.parse(value)
    } catch {
      context.issues.push({ code: 'custom', message: 'This is not JSON', input: value })
      return z.NEVER
    }
  }, schema)
const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')])

export const examTitle = VisibleLine('Enter a title').max(200, 'Use 200 characters or fewer')
const wholeNumberMessage = 'Enter a whole number'
const fields = {
  title: examTitle,
  duration: InDigits(
    z
      .number('Enter the duration in minutes')
      .min(1, 'Enter a duration of 1 minute or more')
      .max(maxDurationMinutes, 'Enter a duration of 24 hours or less'),
  ),
  questions: parseJsonField(
    z
      .array(QuestionInput, 'Add at least one question')
      .min(1, 'Add at least one question')
      .max(maxQuestionsPerExam, `Use ${maxQuestionsPerExam} questions or fewer`),
  ),
  integrityMode: z.enum(integrityModes),
  attemptsAllowed: InDigits(z.number(wholeNumberMessage).int(wholeNumberMessage).min(0).max(1000)),
  shuffleOptions: flag,
  navigation: z.enum(navigations),
  /** Which attempt counts for a student with several; cannot change while results are released. */
  countedAttempt: z.enum(countingRules),
}

const upload = {
  files: /^(questionimage_\d{1,3}|optionimage_\d{1,3}_[0-7])$/,
  maxFiles: 4500,
  maxFields: 20,
} as const

export const listExams = endpoint({
  method: 'GET',
  path: '/api/test/allTests',
  access: ['student', 'exams.edit'],
  summary: 'Every test for an admin, the released ones for a student; search finds titles.',
  query: listQuery(nameSorts),
  reply: z.union([z.array(Exam), z.array(StudentExam)]),
  isList: true,
  refusals: [],
})

export const createExam = endpoint({
  method: 'POST',
  path: '/api/test/create',
  access: 'exams.edit',
  summary: 'Makes a test. `numQuestions` is counted, not read.',
  body: z.strictObject({
    title: fields.title,
    numQuestions: z.unknown().optional(),
    duration: fields.duration.default(defaultDurationMinutes),
    questions: fields.questions,
    integrityMode: fields.integrityMode.default('strict'),
    attemptsAllowed: fields.attemptsAllowed.default(1),
    shuffleOptions: flag.default(false),
    navigation: fields.navigation.default('forward'),
    countedAttempt: fields.countedAttempt.default('last'),
  }),
  upload,
  bodyLimitBytes: bodyLimits.exam,
  isIdempotent: true,
  reply: z.object({ message: z.string(), test: Exam }),
  status: 201,
  refusals: ['test-faulty', 'image-faulty', 'test-sent-before', 'test-not-found'],
})

const ExamIdParams = z.object({ id: Id })

export const getExam = endpoint({
  method: 'GET',
  path: '/api/test/test/:id',
  access: 'exams.edit',
  summary: 'One test with its questions and key.',
  params: ExamIdParams,
  reply: ExamDetail,
  refusals: ['test-not-found'],
})

/** Students who could start a test now by a window, and have not. */
export type AwaitedStudents = {
  /** Null where a window is for everyone. */
  readonly awaited: number | null
  /** From then on none of the windows that are open now lets anybody start. */
  readonly until: string
}

/** Any part of a test. Fields that a client reads but may not set are accepted and ignored. */
export const updateExam = endpoint({
  method: 'PUT',
  path: '/api/test/update/:id',
  access: 'exams.edit',
  summary:
    'Changes any part of a test; `{ released }` alone is the toggle. Running attempts go on without a release. With `confirm: false` it is not taken back while students with an open window have yet to start: the refusal says how many are `awaited`, and `until` when.',
  params: ExamIdParams,
  body: z.strictObject({
    title: fields.title.optional(),
    duration: fields.duration.optional(),
    questions: fields.questions.optional(),
    integrityMode: fields.integrityMode.optional(),
    attemptsAllowed: fields.attemptsAllowed.optional(),
    shuffleOptions: flag.optional(),
    navigation: fields.navigation.optional(),
    countedAttempt: fields.countedAttempt.optional(),
    released: flag.optional(),
    /** The version that the change was begun from: another one by now refuses the change. */
    basedOn: z.string().max(200).optional(),
    /** As in other calls that ask first: see WouldReveal. */
    confirm: flag.optional(),
    _id: z.unknown().optional(),
    numQuestions: z.unknown().optional(),
    resultsReleasedAt: z.unknown().optional(),
    attempts: z.unknown().optional(),
    createdAt: z.unknown().optional(),
    version: z.unknown().optional(),
  }),
  upload,
  bodyLimitBytes: bodyLimits.exam,
  reply: z.object({ message: z.string(), test: ExamDetail, wouldReveal: WouldReveal.optional() }),
  refusals: [
    'test-not-found',
    'test-changed',
    'test-faulty',
    'image-faulty',
    'key-still-needed',
    'students-awaited',
  ],
})

export const deleteExam = endpoint({
  method: 'DELETE',
  path: '/api/test/delete/:id',
  access: 'exams.edit',
  summary: 'Takes a test and its attempts out of every list.',
  params: ExamIdParams,
  reply: Message,
  refusals: ['test-not-found', 'test-has-running-attempts'],
})

export const getImage = endpoint({
  method: 'GET',
  path: '/api/images/:id',
  access: ['student', 'exams.edit', 'results.read'],
  summary: 'A picture of a question or an option, for those whose paper shows it.',
  params: z.object({ id: Id }),
  reply: z.unknown(),
  contentType: 'image/png',
  refusals: ['image-not-found'],
})
