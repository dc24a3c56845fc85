import { z } from 'zod'
import { itemSorts } from '#core/grading/item-overview.ts'
import { endpoint } from './endpoint.ts'
import { KindName, keyPatterns } from './questions/kinds.ts'
import { ImageDescription, TextWithImage } from './questions/question-fields.ts'
import { FiguresCounting } from './results.ts'
import { batchFilter, Id, Instant, Why } from './schemas.ts'

const ExamIdParams = z.object({ testId: Id })

/**
 * The right answer: options as their author wrote them ("B", or "A,C"), everybody, or again what
 * was printed. If it names several options, each is right in single choice; in multiple choice they
 * are right only together.
 */
const AnswerKey = z
  .string()
  .regex(
    new RegExp(`^(everyone|printed|${keyPatterns.join('|')})$`),
    'Name options by their letters, like A or A,C',
  )
export type AnswerKey = z.output<typeof AnswerKey>

export const ItemAnalysis = z.object({
  kind: KindName,
  questionId: Id,
  /** The newest paper that asks it in these words. */
  revisionId: Id,
  /** Its place on that paper. */
  number: z.int(),
  /** No longer on the paper that students get now. */
  isEarlier: z.boolean(),
  questionText: z.string(),
  questionImage: z.string().nullable(),
  questionImageDescription: ImageDescription,
  codeSnippet: z.string().nullable(),
  attempts: z.int(),
  correct: z.int(),
  unanswered: z.int(),
  /** Point-biserial with the score in the other questions; null if it is undefined. */
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
  /** For a kind without options: the right answers, and the wrong ones that were given. */
  options: z.array(
    TextWithImage.extend({ chosen: z.int(), isKey: z.boolean(), isPrinted: z.boolean() }),
  ),
  correction: z
    .object({
      key: AnswerKey,
      why: z.string(),
      /** An email address; null once that account is erased. */
      correctedBy: z.string().nullable(),
      correctedAt: Instant,
    })
    .nullable(),
})
export type ItemAnalysis = z.output<typeof ItemAnalysis>

export const listItemAnalyses = endpoint({
  method: 'GET',
  path: '/api/test/:testId/items',
  access: 'results.analyze',
  summary: 'How each question of a test did, over the finished attempts that count.',
  params: ExamIdParams,
  query: z.strictObject(batchFilter),
  reply: z.object({
    attempts: z.int(),
    items: z.array(ItemAnalysis),
    counting: FiguresCounting.optional(),
  }),
  refusals: ['test-not-found'],
})

export const exportItemAnalyses = endpoint({
  method: 'GET',
  path: '/api/test/:testId/items/export',
  access: 'results.analyze',
  summary: 'The overview of all questions as a file, with the key; it names no student.',
  params: ExamIdParams,
  query: z.object({
    format: z.enum(['csv', 'xlsx'], 'Use csv or xlsx').default('csv'),
    sort: z.enum(itemSorts).default('flag-asc'),
    flag: z.literal('flagged').optional(),
    ...batchFilter,
  }),
  reply: z.unknown(),
  contentType: 'table',
  refusals: ['test-not-found'],
})

const Score = z.object({ score: z.int(), percentage: z.number() })

/**
 * Students whose score a correction changes; if there are many, those whose band changes come
 * first.
 */
export const CorrectionEffect = z.object({
  attempts: z.int(),
  raised: z.int(),
  lowered: z.int(),
  bandsChanged: z.int(),
  /** Students who have been sent another score than they now have. */
  told: z.int(),
  changes: z.array(
    z.object({
      attemptId: Id,
      studentName: z.string(),
      studentIdentifier: z.string().optional(),
      before: Score,
      after: Score,
    }),
  ),
})
export type CorrectionEffect = z.output<typeof CorrectionEffect>

export const previewCorrection = endpoint({
  method: 'GET',
  path: '/api/test/:testId/correction',
  access: 'results.correct-key',
  summary: 'Whose score and band another key would change. Nothing is changed.',
  params: ExamIdParams,
  query: z.strictObject({ revisionId: Id, questionId: Id, key: AnswerKey }),
  /** Students notified of another score who get the new one at the next release. */
  reply: CorrectionEffect.extend({ isReleased: z.boolean() }),
  refusals: ['test-not-found', 'unknown-question', 'unknown-option'],
})

export const correctAnswerKey = endpoint({
  method: 'PUT',
  path: '/api/test/:testId/correction',
  access: 'results.correct-key',
  summary: 'Another key for a question, or the mark for everyone: every attempt is marked anew.',
  params: ExamIdParams,
  body: z.strictObject({
    revisionId: Id,
    questionId: Id,
    key: AnswerKey,
    why: Why,
    /** Notifies students who have been sent their result. */
    mail: z.boolean().default(false),
  }),
  reply: CorrectionEffect.extend({ message: z.string(), mails: z.int() }),
  refusals: ['test-not-found', 'unknown-question', 'unknown-option'],
})
