import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Picture } from './exams.ts'
import { Id, Instant } from './words.ts'

const TestId = z.object({ testId: Id })

/** What counts as right: an option as its author wrote them, everybody, or again what was printed. */
const keys = ['A', 'B', 'C', 'D', 'everyone', 'printed'] as const
const Key = z.enum(keys)
export type Key = z.output<typeof Key>

export const Item = z.object({
  questionId: Id,
  /** The newest paper that asks it in these words. */
  revisionId: Id,
  /** Its place on that paper. */
  number: z.int(),
  /** No longer on the paper that students get now. */
  isEarlier: z.boolean(),
  questionText: z.string(),
  questionImage: z.string().nullable(),
  codeSnippet: z.string().nullable(),
  attempts: z.int(),
  correct: z.int(),
  unanswered: z.int(),
  /** Point-biserial with the score in the other questions; null where nothing can be told. */
  discrimination: z.number().nullable(),
  verdict: z.enum([
    'nobody-answered',
    'everyone-marked',
    'too-few',
    'all-right',
    'all-wrong',
    'all-alike',
    'key-doubtful',
    'poor',
    'weak',
    'fair',
    'good',
  ]),
  options: z.array(Picture.extend({ chosen: z.int(), isKey: z.boolean(), isPrinted: z.boolean() })),
  correction: z
    .object({
      key: Key,
      why: z.string(),
      /** An email address; null once that account is erased. */
      correctedBy: z.string().nullable(),
      correctedAt: Instant,
    })
    .nullable(),
})
export type Item = z.output<typeof Item>

export const listItems = endpoint({
  method: 'GET',
  path: '/api/test/:testId/items',
  who: 'admin',
  about: 'How each question of a test did, over all finished attempts.',
  params: TestId,
  reply: z.object({ attempts: z.int(), items: z.array(Item) }),
  refusals: ['test-not-found'],
})

const Mark = z.object({ score: z.int(), percentage: z.number() })

/** Whose score a correction changes; of many, those whose band changes come first. */
export const Correction = z.object({
  attempts: z.int(),
  raised: z.int(),
  lowered: z.int(),
  bandsChanged: z.int(),
  /** Students who were told their result before, and whose result is now another. */
  told: z.int(),
  changes: z.array(z.object({ attemptId: Id, studentName: z.string(), before: Mark, after: Mark })),
})
export type Correction = z.output<typeof Correction>

export const previewCorrection = endpoint({
  method: 'GET',
  path: '/api/test/:testId/correction',
  who: 'admin',
  about: 'Whose score and band another key would change. Nothing is changed.',
  params: TestId,
  query: z.strictObject({ revisionId: Id, questionId: Id, key: Key }),
  reply: Correction,
  refusals: ['test-not-found', 'unknown-question'],
})

export const correctAnswer = endpoint({
  method: 'PUT',
  path: '/api/test/:testId/correction',
  who: 'admin',
  about: 'Another key for a question, or the mark for everyone: every attempt is marked anew.',
  params: TestId,
  body: z.strictObject({
    revisionId: Id,
    questionId: Id,
    key: Key,
    why: z.string('Say why').trim().min(1, 'Say why').max(500, 'Use 500 characters or fewer'),
    /** Tells those who had their result before. */
    mail: z.boolean().default(false),
  }),
  reply: Correction.extend({ message: z.string(), mails: z.int() }),
  refusals: ['test-not-found', 'unknown-question'],
})
