import type { AttemptEnding } from '#contract/late-answers.ts'
import { type LateAnswerRecord, leaveOutLateAnswers } from '#core/attempts/late-answers.ts'
import { getQuestionOrder } from '#core/attempts/presented-paper.ts'
import type { Paper } from '#core/exams/exam.ts'
import { attachAnswers } from '../attempts/answer-queries.ts'
import { listEvents } from '../attempts/event-queries.ts'
import { listLateAnswers } from '../attempts/late-answers.ts'
import type { Db } from '../database/database.ts'
import { toInstantOrNull } from '../http/serialize.ts'
import type { AttemptListItem } from './queries.ts'

/** How attempts ended, by id, of those that were not simply finished: for their student. */
export async function listEndings(
  db: Db,
  items: readonly AttemptListItem[],
  papers: ReadonlyMap<string, Paper>,
): Promise<ReadonlyMap<string, AttemptEnding>> {
  const finished = items.filter(({ finishedAt }) => finishedAt !== null)
  const lateByAttempt = await listLateAnswers(
    db,
    finished.map(({ id }) => id),
  )
  const endings = new Map<string, AttemptEnding>()
  for (const item of finished) {
    const late = lateByAttempt.get(item.id) ?? []
    const paper = papers.get(item.revisionId)
    if (!paper || (item.finishReason === 'Completed' && late.length === 0)) continue
    endings.set(item.id, await describeEnding(db, item, paper, late))
  }
  return endings
}

async function describeEnding(
  db: Db,
  item: AttemptListItem,
  paper: Paper,
  late: readonly LateAnswerRecord[],
): Promise<AttemptEnding> {
  const { answers } = await attachAnswers(db, item)
  const inTime = leaveOutLateAnswers(answers, late)
  const lateAt = late.length === 0 ? null : Math.min(...late.map(({ receivedAt }) => receivedAt))
  const offlineFrom = lateAt === null ? null : await findLostConnection(db, item, lateAt)
  const ids = getQuestionOrder(item, paper).map((index) => paper.questions[index]?.id ?? '')
  const toNumbers = (isListed: (id: string) => boolean) =>
    ids.flatMap((id, place) => (isListed(id) ? [place + 1] : []))
  return {
    saved: toNumbers((id) => inTime[id] !== undefined),
    late: toNumbers((id) => late.some(({ questionId }) => questionId === id)),
    offlineFrom: toInstantOrNull(offlineFrom),
    lateAt: toInstantOrNull(lateAt),
  }
}

/** When the device lost the connection for the last time before the end. */
async function findLostConnection(db: Db, { id, finishedAt }: AttemptListItem, lateAt: number) {
  const until = Math.min(finishedAt ?? lateAt, lateAt)
  const events = await listEvents(db, id)
  const lost = events.findLast(({ kind, at }) => kind === 'offline' && at <= until)
  return lost?.at ?? null
}
