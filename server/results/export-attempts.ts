import { formatInstant, formatPercentage } from '#contract/format.ts'
import type { Attempt } from '#contract/results.ts'
import { bandMessages, getScoreBand, roundPercentage } from '#core/grading/percentage.ts'
import { type Refusal, refuse } from '#core/refusal.ts'
import { listRepeatedExams, loadCounting } from '../attempts/counted-attempts.ts'
import { audit } from '../audit-log/audit.ts'
import { hasBatches, listBatchNames } from '../batches/member-queries.ts'
import { findBatch } from '../batches/queries.ts'
import type { Deps } from '../deps.ts'
import { findExam, getPapers } from '../exams/queries.ts'
import type { Actor } from '../http/session.ts'
import {
  type Cell,
  createSpreadsheet,
  loadInChunks,
  type SpreadsheetColumn,
  type SpreadsheetFile,
} from '../platform/spreadsheet.ts'
import { hasRollNumbers } from '../students/roll-number-queries.ts'
import { type AttemptListQuery, findAttemptIds, findAttemptsByIds } from './queries.ts'
import { toAttempt, toCountingField } from './serialize.ts'

type ExportRow = {
  readonly attempt: Attempt
  readonly email: string
  readonly rollNumber: string | null
  readonly phone: string
  readonly batches: readonly string[]
}

type Column = SpreadsheetColumn<ExportRow>

const columns: readonly Column[] = [
  ['Student', ({ attempt }) => attempt.studentName],
  ['Email', ({ email }) => email],
  ['Started At', ({ attempt }) => ({ at: Date.parse(attempt.startTime) })],
  ['Time taken (min)', ({ attempt }) => computeMinutesTaken(attempt)],
  ['Status', ({ attempt }) => describeStatus(attempt)],
  ['Finish reason', ({ attempt }) => attempt.finishReason],
  ['Score', ({ attempt }) => attempt.score],
  ['Questions', ({ attempt }) => attempt.totalQuestions],
  [
    'Percentage',
    ({ attempt: { percentage } }) => (percentage === null ? null : roundPercentage(percentage)),
  ],
  ['Message', ({ attempt }) => toBandMessage(attempt)],
  ['Result released', ({ attempt }) => (attempt.resultReleased ? 'yes' : 'no')],
]

/** Behind the address, only in an institute that has such numbers. */
const rollNumberColumn: Column = ['Roll number', ({ rollNumber }) => rollNumber]

/** Behind the roll number, only in an institute that has batches; phones for those who may export them. */
const batchesColumn: Column = ['Batches', ({ batches }) => batches.join('; ')]
const phoneColumn: Column = ['Phone', ({ phone }) => phone]

/** Only where a student has several ended attempts. */
const countingColumn: Column = ['Counts', toCountingCell]

type ExportAttemptsInput = {
  readonly testId: string
  readonly query: Pick<AttemptListQuery, 'search' | 'sort'> & {
    readonly batch?: string | undefined
    readonly format: 'csv' | 'xlsx'
  }
  readonly actor: Actor
  readonly canExportStudents: boolean
}

export async function exportAttempts(
  deps: Deps,
  { testId, query, actor, canExportStudents }: ExportAttemptsInput,
): Promise<SpreadsheetFile | Refusal<'test-not-found'>> {
  const { db, now } = deps
  const exam = await findExam(db.read, testId)
  if (!exam) return refuse('test-not-found')

  const repeated = await listRepeatedExams(db.read, { examIds: [testId] })
  const showsBatches = await hasBatches(db.read)
  const batch = query.batch ? await findBatch(db.read, query.batch) : undefined
  const shown = [
    ...columns.slice(0, 2),
    ...((await hasRollNumbers(db.read)) ? [rollNumberColumn] : []),
    ...(showsBatches && canExportStudents ? [phoneColumn] : []),
    ...(showsBatches ? [batchesColumn] : []),
    ...columns.slice(2),
    ...(repeated.length > 0 ? [countingColumn] : []),
  ]
  const ids = await findAttemptIds(db.read, { examId: testId, batchId: query.batch }, query)
  const at = now()
  const detail = { count: ids.length, format: query.format }
  const event = { actor, action: 'scores.exported', subject: testId, detail } as const
  await db.write((tx) => audit(tx, deps, event, at))
  const table = {
    title: ['scores', exam.title, batch?.name].filter(Boolean).join('-'),
    sheet: 'Scores',
    columns: shown,
    chunks: loadInChunks(ids, loadRows),
  }
  return createSpreadsheet(table, query.format, at)

  async function loadRows(chunk: readonly string[]): Promise<ExportRow[]> {
    const items = await findAttemptsByIds(db.read, chunk)
    const papers = await getPapers(
      db.read,
      items.map(({ revisionId }) => revisionId),
    )
    const counting = repeated.length > 0 ? await loadCounting(db.read, items) : new Map()
    const studentIds = items.map(({ studentId }) => studentId)
    const names = showsBatches ? await listBatchNames(db.read, studentIds) : new Map()
    return items.flatMap((item) => {
      const paper = papers.get(item.revisionId)
      if (!paper) return []
      const counts = toCountingField(counting.get(item.id))
      const { studentEmail: email, studentRollNumber: rollNumber, studentPhone: phone } = item
      const batches = names.get(item.studentId) ?? []
      const attempt = { ...toAttempt(item, paper, at), ...counts }
      return [{ attempt, email, rollNumber, phone, batches }]
    })
  }
}

function toCountingCell({ attempt: { counting, score } }: ExportRow): Cell {
  if (score === null) return null
  if (counting === undefined) return 'yes'
  if (counting.average === undefined)
    return counting.isCounted ? `yes (the ${counting.rule})` : 'no'
  return `in the average (${formatPercentage(counting.average)})`
}

function describeStatus({ status, resumesBy, paused, isVoid }: Attempt): string {
  if (isVoid) return 'Void, not counted'
  if (paused) return 'Paused'
  if (resumesBy === undefined) return status
  return `Reopened, starts at Resume, at the latest ${formatInstant(Date.parse(resumesBy))}`
}

/** To two decimals. */
function computeMinutesTaken({ startTime, endTime }: Attempt): number | null {
  if (endTime === null) return null
  const takenMs = Date.parse(endTime) - Date.parse(startTime)
  return Math.round(takenMs / 600) / 100
}

function toBandMessage({ percentage }: Attempt): string | null {
  return percentage === null ? null : bandMessages[getScoreBand(percentage)]
}
