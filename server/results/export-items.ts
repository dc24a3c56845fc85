import type { ItemAnalysis } from '#contract/grading.ts'
import { verdictNames } from '#contract/item-labels.ts'
import type { FiguresCounting } from '#contract/results.ts'
import {
  findTopDistractor,
  hasDiscrimination,
  type ItemSort,
  isFlagged,
  sortItems,
} from '#core/grading/item-overview.ts'
import { roundPercentage, toPercentage } from '#core/grading/percentage.ts'
import { defaultKind } from '#core/questions/kinds.ts'
import { kindOf } from '#core/questions/question.ts'
import { type Refusal, refuse } from '#core/refusal.ts'
import { findBatch } from '../batches/queries.ts'
import type { Deps } from '../deps.ts'
import { findExam } from '../exams/queries.ts'
import {
  createSpreadsheet,
  type SpreadsheetColumn,
  type SpreadsheetFile,
} from '../platform/spreadsheet.ts'
import { analyzeItems } from './analyze-items.ts'

const columns: readonly SpreadsheetColumn<ItemAnalysis>[] = [
  ['Number', ({ number }) => number],
  ['Paper', ({ isEarlier }) => (isEarlier ? 'Earlier version' : 'Now')],
  ['Question', ({ questionText }) => questionText],
  ['Key', toKey],
  ['Attempts', ({ attempts }) => attempts],
  ['Right', ({ correct }) => correct],
  ['Right, in %', ({ correct, attempts }) => toShare(correct, attempts)],
  ['Discrimination', toDiscrimination],
  ['Most chosen wrong option', toWrongOption],
  ['Who chose it, in %', toWrongShare],
  ['Not answered', ({ unanswered }) => unanswered],
  ['Flag', ({ verdict }) => (isFlagged({ verdict }) ? verdictNames[verdict] : null)],
  ['Judged as', ({ verdict }) => verdictNames[verdict]],
]

type ExportItemsInput = {
  readonly testId: string
  readonly query: {
    readonly format: 'csv' | 'xlsx'
    readonly sort: ItemSort
    readonly flag?: 'flagged' | undefined
    readonly batch?: string | undefined
  }
}

/** Every question of a test as the overview on screen has them. */
export async function exportItems(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { testId, query }: ExportItemsInput,
): Promise<SpreadsheetFile | Refusal<'test-not-found'>> {
  const exam = await findExam(db.read, testId)
  if (!exam) return refuse('test-not-found')

  const { items, counting } = await analyzeItems(db.read, {
    examId: exam.id,
    revisionId: exam.revisionId,
    batchId: query.batch,
  })
  const batch = query.batch ? await findBatch(db.read, query.batch) : undefined
  const found = query.flag ? items.filter(isFlagged) : items
  const table = {
    title: ['questions', exam.title, batch?.name].filter(Boolean).join('-'),
    sheet: 'Questions',
    columns: columns.map(
      ([head, cell]): SpreadsheetColumn<ItemAnalysis> => [
        head === 'Attempts' && counting ? toAttemptsHead(counting) : head,
        cell,
      ],
    ),
    chunks: toOneChunk(sortItems(found, query.sort)),
  }
  return createSpreadsheet(table, query.format, now())
}

/** Says which attempt of a student counts, where somebody has several. */
function toAttemptsHead({ rule }: FiguresCounting): string {
  return rule === 'average'
    ? 'Attempts (all of each student)'
    : `Attempts (the ${rule} of each student)`
}

/** A test has hundreds of questions at most. */
async function* toOneChunk(items: readonly ItemAnalysis[]) {
  yield items
}

function toKey(item: ItemAnalysis): string {
  const names = item.options.map((_, row) => nameRow(item, row))
  return names.filter((_, row) => item.options[row]?.isKey).join(',')
}

function nameRow({ kind = defaultKind, options }: ItemAnalysis, row: number): string {
  return kindOf({ kind }).toRowLetter(row) ?? options[row]?.text ?? ''
}

function toShare(count: number, of: number): number | null {
  return of > 0 ? roundPercentage(toPercentage(count, of)) : null
}

function toDiscrimination(item: ItemAnalysis): number | null {
  if (!hasDiscrimination(item) || item.discrimination === null) return null
  return Number(item.discrimination.toFixed(2))
}

function toWrongOption(item: ItemAnalysis): string | null {
  const row = findTopDistractor(item.options)
  return row === null ? null : nameRow(item, row)
}

function toWrongShare({ options, attempts }: ItemAnalysis): number | null {
  const option = options[findTopDistractor(options) ?? -1]
  return option ? toShare(option.chosen, attempts) : null
}
