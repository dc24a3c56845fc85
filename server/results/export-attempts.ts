import { formatDuration, formatInstant } from '#contract/format.ts'
import type { Attempt } from '#contract/results.ts'
import { bandMessages, getScoreBand } from '#core/grading/grade.ts'
import { type Refusal, refuse } from '#core/refusal.ts'
import { type Actor, audit } from '../audit-log/audit.ts'
import type { Deps } from '../deps.ts'
import { examById, papersOf } from '../exams/store.ts'
import {
  type Cell,
  createSpreadsheet,
  loadInChunks,
  type SpreadsheetFile,
} from '../platform/spreadsheet.ts'
import { type Query, sittingIds, sittingsByIds } from './store.ts'
import { attemptOf } from './wire.ts'

type Told = { readonly attempt: Attempt; readonly email: string }

const columns: readonly (readonly [head: string, cell: (told: Told) => Cell])[] = [
  ['Student', ({ attempt }) => attempt.studentName],
  ['Email', ({ email }) => email],
  ['Started At', ({ attempt }) => formatInstant(Date.parse(attempt.startTime))],
  ['Time taken', ({ attempt }) => takenBy(attempt)],
  ['Status', ({ attempt }) => attempt.status],
  ['Finish reason', ({ attempt }) => attempt.finishReason],
  ['Score', ({ attempt }) => attempt.score],
  ['Questions', ({ attempt }) => attempt.totalQuestions],
  ['Percentage', ({ attempt }) => attempt.percentage],
  ['Message', ({ attempt }) => messageOf(attempt)],
  ['Result released', ({ attempt }) => (attempt.resultReleased ? 'yes' : 'no')],
]

type Given = {
  readonly testId: string
  readonly query: Pick<Query, 'search' | 'sort'> & { readonly format: 'csv' | 'xlsx' }
  readonly actor: Actor
}

export async function exportAttempts(
  deps: Deps,
  { testId, query, actor }: Given,
): Promise<SpreadsheetFile | Refusal<'test-not-found'>> {
  const { db, now } = deps
  const exam = await examById(db.read, testId)
  if (!exam) return refuse('test-not-found')

  const ids = await sittingIds(db.read, { examId: testId }, query)
  const at = now()
  const detail = { count: ids.length, format: query.format }
  const event = { actor, action: 'scores.exported', subject: testId, detail } as const
  await db.write((tx) => audit(tx, deps, event, at))
  const table = {
    title: `scores-${exam.title}`,
    headers: columns.map(([head]) => head),
    chunks: loadInChunks(ids, load, (told) => columns.map(([, cell]) => cell(told))),
  }
  return createSpreadsheet(table, query.format, at)

  async function load(some: readonly string[]): Promise<Told[]> {
    const sittings = await sittingsByIds(db.read, some)
    const papers = await papersOf(
      db.read,
      sittings.map(({ revisionId }) => revisionId),
    )
    return sittings.flatMap((sitting) => {
      const paper = papers.get(sitting.revisionId)
      return paper ? [{ attempt: attemptOf(sitting, paper, at), email: sitting.studentEmail }] : []
    })
  }
}

function takenBy({ startTime, endTime }: Attempt): string | null {
  return endTime && formatDuration(Date.parse(endTime) - Date.parse(startTime))
}

function messageOf({ percentage }: Attempt): string | null {
  return percentage === null ? null : bandMessages[getScoreBand(percentage)]
}
