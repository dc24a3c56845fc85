import { z } from 'zod'
import {
  defaultDurationMinutes,
  integrityModes,
  longestCode,
  longestDurationMinutes,
  longestOptionText,
  longestPaper,
  longestQuestionText,
  optionsPerQuestion,
} from '#core/exam.ts'
import { endpoint } from './endpoint.ts'
import { Id, Instant, Message, VisibleLine } from './words.ts'

export const Picture = z.object({ text: z.string(), fileUrl: z.string().nullable() })

export const Question = z.object({
  _id: Id,
  question: Picture,
  options: z.array(Picture).length(optionsPerQuestion),
  correct_answer: z.string(),
  codeSnippet: z.string().nullable(),
})

/** A test as an admin sees it; lists leave the questions out. */
export const Test = z.object({
  _id: Id,
  title: z.string(),
  numQuestions: z.int(),
  duration: z.number(),
  released: z.boolean(),
  resultsReleasedAt: Instant.nullable(),
  integrityMode: z.enum(integrityModes),
  attemptsAllowed: z.int(),
  shuffleOptions: z.boolean(),
  attempts: z.int(),
  createdAt: Instant,
  questions: z.array(Question).optional(),
})
export type Test = z.output<typeof Test>

const TestInFull = Test.extend({
  questions: z.array(Question),
  /** Another one after each change of what the editor shows. */
  version: z.string(),
})
export type TestInFull = z.output<typeof TestInFull>

export const TestForStudent = z.object({
  _id: Id,
  title: z.string(),
  numQuestions: z.int(),
  duration: z.number(),
  /** The duration with this student's extra time. */
  ownDurationSeconds: z.int(),
  integrityMode: z.enum(integrityModes),
  /** Starts that are left; null without a limit. */
  attemptsLeft: z.int().nullable(),
  released: z.literal(true),
  attempt: z
    .object({
      _id: Id,
      status: z.enum(['In progress', 'Completed']),
      endsAt: Instant,
      secondsLeft: z.int(),
    })
    .nullable(),
  canStart: z.boolean(),
})
export type TestForStudent = z.output<typeof TestForStudent>

const Wording = (most: number) => z.string().max(most, `Use ${most} characters or fewer`)

/** A plain text, or a text with a picture: our own `fileUrl` keeps it, null takes it away. */
const PictureInput = (most: number) =>
  z.union([
    Wording(most).transform((text) => ({ text, fileUrl: undefined })),
    z.strictObject({ text: Wording(most), fileUrl: z.string().max(500).nullish() }),
  ])

const QuestionInput = z
  .strictObject({
    _id: z.string().max(64).optional(),
    question: PictureInput(longestQuestionText).optional(),
    text: PictureInput(longestQuestionText).optional(),
    options: z.array(PictureInput(longestOptionText)).max(20),
    correct_answer: Wording(longestOptionText).default(''),
    codeSnippet: Wording(longestCode).nullish(),
  })
  .transform(({ question, text, ...rest }) => ({
    ...rest,
    question: question ?? text ?? { text: '', fileUrl: undefined },
  }))
export type QuestionInput = z.output<typeof QuestionInput>

/** Multipart carries texts only, so a list may come as JSON, a number as digits. */
const fromJson = <T extends z.ZodType>(schema: T) =>
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

const whole = 'Enter a whole number'
const fields = {
  title: VisibleLine('Enter a title').max(200, 'Use 200 characters or fewer'),
  duration: z.coerce
    .number('Enter the duration in minutes')
    .min(1, 'Enter a duration of 1 minute or more')
    .max(longestDurationMinutes, 'Enter a duration of 24 hours or less'),
  questions: fromJson(
    z
      .array(QuestionInput, 'Add at least one question')
      .min(1, 'Add at least one question')
      .max(longestPaper, `Use ${longestPaper} questions or fewer`),
  ),
  integrityMode: z.enum(integrityModes),
  attemptsAllowed: z.coerce.number(whole).int(whole).min(0).max(1000),
  shuffleOptions: flag,
}

const upload = {
  files: /^(questionimage_\d{1,3}|optionimage_\d{1,3}_[0-3])$/,
  mostFiles: 2500,
  mostFields: 20,
} as const
const bodyLimitBytes = 4_000_000

export const listTests = endpoint({
  method: 'GET',
  path: '/api/test/allTests',
  who: 'student or admin',
  about: 'Every test for an admin, newest first; the released ones for a student.',
  reply: z.union([z.array(Test), z.array(TestForStudent)]),
  refusals: [],
})

export const createTest = endpoint({
  method: 'POST',
  path: '/api/test/create',
  who: 'admin',
  about: 'Makes a test. `numQuestions` is counted, not read.',
  body: z.strictObject({
    title: fields.title,
    numQuestions: z.unknown().optional(),
    duration: fields.duration.default(defaultDurationMinutes),
    questions: fields.questions,
    integrityMode: fields.integrityMode.default('strict'),
    attemptsAllowed: fields.attemptsAllowed.default(1),
    shuffleOptions: flag.default(false),
  }),
  upload,
  bodyLimitBytes,
  takesKey: true,
  reply: z.object({ message: z.string(), test: Test }),
  status: 201,
  refusals: ['test-faulty', 'image-faulty', 'test-sent-before', 'test-not-found'],
})

const TestId = z.object({ id: Id })

export const getTest = endpoint({
  method: 'GET',
  path: '/api/test/test/:id',
  who: 'admin',
  about: 'One test with its questions and key.',
  params: TestId,
  reply: TestInFull,
  refusals: ['test-not-found'],
})

/** Any part of a test. What a client has of it but may not set is taken and not read. */
export const updateTest = endpoint({
  method: 'PUT',
  path: '/api/test/update/:id',
  who: 'admin',
  about: 'Changes any part of a test; `{ released }` alone is the toggle.',
  params: TestId,
  body: z.strictObject({
    title: fields.title.optional(),
    duration: fields.duration.optional(),
    questions: fields.questions.optional(),
    integrityMode: fields.integrityMode.optional(),
    attemptsAllowed: fields.attemptsAllowed.optional(),
    shuffleOptions: flag.optional(),
    released: flag.optional(),
    /** The version that the change was begun from: another one by now refuses the change. */
    basedOn: z.string().max(200).optional(),
    _id: z.unknown().optional(),
    numQuestions: z.unknown().optional(),
    resultsReleasedAt: z.unknown().optional(),
    attempts: z.unknown().optional(),
    createdAt: z.unknown().optional(),
    version: z.unknown().optional(),
  }),
  upload,
  bodyLimitBytes,
  reply: z.object({ message: z.string(), test: TestInFull }),
  refusals: ['test-not-found', 'test-changed', 'test-faulty', 'image-faulty'],
})

export const deleteTest = endpoint({
  method: 'DELETE',
  path: '/api/test/delete/:id',
  who: 'admin',
  about: 'Takes a test and its attempts out of every list.',
  params: TestId,
  reply: Message,
  refusals: ['test-not-found', 'test-has-running-attempts'],
})

export const listDeletedTests = endpoint({
  method: 'GET',
  path: '/api/test/deletedTests',
  who: 'admin',
  about: 'What was deleted and can still be restored, last deleted first.',
  reply: z.array(
    z.object({
      _id: Id,
      title: z.string(),
      numQuestions: z.int(),
      attempts: z.int(),
      deletedAt: Instant,
      erasedAt: Instant,
    }),
  ),
  refusals: [],
})

export const restoreTest = endpoint({
  method: 'POST',
  path: '/api/test/restore/:id',
  who: 'admin',
  about: 'Puts a deleted test and its attempts back in every list, as they were.',
  params: TestId,
  reply: Message,
  refusals: ['test-not-found'],
})

export const getImage = endpoint({
  method: 'GET',
  path: '/api/images/:id',
  who: 'student or admin',
  about: 'A picture of a question or an option, for those whose paper shows it.',
  params: z.object({ id: Id }),
  reply: z.unknown(),
  sends: 'image/png',
  refusals: ['image-not-found'],
})
