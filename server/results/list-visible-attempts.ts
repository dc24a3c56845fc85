import type { Permission } from '#core/accounts/permissions.ts'
import { canSeeScores, getScoreAccess, type ScoreAccess } from '#core/grading/release.ts'
import { refuse } from '#core/refusal.ts'
import { loadCounting } from '../attempts/counted-attempts.ts'
import { countUndecided } from '../attempts/late-answers.ts'
import { type CountedPage, withRows } from '../database/pagination.ts'
import type { Deps } from '../deps.ts'
import { getPapers } from '../exams/queries.ts'
import { type AttemptListItem, type AttemptListQuery, findAttempts } from './queries.ts'
import { toAttempt, toCountingField } from './serialize.ts'
import { loadStudentColumns } from './student-columns.ts'

type Scope = {
  readonly examId?: string
  readonly studentId?: string
  readonly permissions: readonly Permission[]
}

/** Lists the attempts of an exam, a student or a batch, with scores only for a role that sees them. */
export async function listVisibleAttempts(
  deps: Deps,
  { permissions, ...scope }: Scope,
  query: AttemptListQuery & { readonly batch?: string | undefined },
) {
  const access = getScoreAccess(permissions)
  if (query.sort?.startsWith('score') && !canSeeScores(access)) {
    return refuse('wrong-role', { sort: 'Your role does not see scores.' })
  }
  const isResultVisible = access === 'released'
  const shown = { ...scope, batchId: query.batch, isResultVisible }
  return serializePage(deps, await findAttempts(deps.db.read, shown, query), permissions)
}

export async function serializePage(
  deps: Deps,
  page: CountedPage<AttemptListItem>,
  permissions: readonly Permission[],
) {
  const toColumns = await loadStudentColumns(deps.db.read, page.rows, permissions)
  const access = getScoreAccess(permissions)
  return withRows(page, await serializeRows(deps, page.rows, access, toColumns))
}

export async function serializeRows(
  { db, now }: Deps,
  rows: readonly AttemptListItem[],
  access: ScoreAccess,
  toColumns: (item: AttemptListItem) => object = () => ({}),
) {
  const papers = await getPapers(
    db.read,
    rows.map(({ revisionId }) => revisionId),
  )
  const at = now()
  const undecided = access === 'released' ? new Map() : await countUndecided(db.read)
  const counting = canSeeScores(access) ? await loadCounting(db.read, rows) : new Map()
  return rows.flatMap((item) => {
    const paper = papers.get(item.revisionId)
    if (!paper) return []
    const lateAnswers = undecided.get(item.id)
    const attempt = {
      ...toAttempt(item, paper, at),
      ...toColumns(item),
      ...toCountingField(counting.get(item.id)),
      ...(lateAnswers && { lateAnswers }),
    }
    return [canSeeScores(access) ? attempt : { ...attempt, score: null, percentage: null }]
  })
}
