import { setImmediate as nextTurn } from 'node:timers/promises'
import { type SqlBool, sql } from 'kysely'
import type { ItemAnalysis as WireItem } from '#contract/grading.ts'
import type { FiguresCounting } from '#contract/results.ts'
import { listKeys } from '#core/grading/grade.ts'
import {
  addScoreSums,
  analyseItem,
  emptyScoreSums,
  type ScoreSums,
  toRestScores,
} from '#core/grading/item-analysis.ts'
import {
  type AnswerValue,
  kindOf,
  type Question,
  toQuestionFingerprint,
  toWireKind,
} from '#core/questions/question.ts'
import { listRepeatedExams } from '../attempts/counted-attempts.ts'
import { isInBatch } from '../batches/member-queries.ts'
import type { Db } from '../database/database.ts'
import {
  type KeyCorrectionWithAuthor,
  listKeyCorrections,
  toKeyCorrections,
} from '../exams/grading-queries.ts'
import { getPapers, listRevisions } from '../exams/queries.ts'
import { toInstant, toQuestionImage, toTextWithImage } from '../http/serialize.ts'
import {
  listAnswerTallies,
  listFinishedAttempts,
  type AnswerTally as StoredTally,
} from './answer-key-queries.ts'
import { listUncounted, toFiguresCounting } from './score-statistics.ts'
import { formatKey } from './serialize.ts'

/** Answers of this many attempts are added up before others get their turn. */
const batchSize = 250

type AnswerTally = Omit<StoredTally, 'questionId'>

/** A question unchanged on several papers is one item; a reworded one is another. */
type ItemTally = {
  readonly question: Question
  readonly revisionId: string
  readonly number: number
  readonly isEarlier: boolean
  readonly keys: readonly AnswerValue[] | 'everyone'
  readonly correction: KeyCorrectionWithAuthor | undefined
  /** By the answer as JSON. */
  readonly answers: Map<string, AnswerTally>
  unanswered: ScoreSums
}

export async function analyzeItems(
  db: Db,
  {
    examId,
    revisionId: current,
    batchId,
  }: { examId: string; revisionId: string; batchId?: string | undefined },
): Promise<{ attempts: number; items: WireItem[]; counting?: FiguresCounting }> {
  const { attempts: finishedAttempts, counting } = await listCountedAttempts(db, examId, batchId)
  const byRevision = Map.groupBy(finishedAttempts, ({ revisionId }) => revisionId)
  const revisionIds = await listRevisions(db, examId)
  const used = revisionIds.filter((id) => id === current || byRevision.has(id))
  const papers = await getPapers(db, used)
  const corrections = await listKeyCorrections(db, used)

  const itemTallies = new Map<string, ItemTally>()
  // The current paper first, then the newest: an item is listed where it was asked last.
  for (const revisionId of [current, ...used.filter((id) => id !== current)]) {
    const paper = papers.get(revisionId)
    if (!paper) continue
    const own = corrections.filter((row) => row.revision_id === revisionId)
    const rows = byRevision.get(revisionId) ?? []
    const tallies = await sumTallies(
      db,
      rows.map(({ id }) => id),
    )
    const total = toTally(rows.map(({ score }) => score))
    paper.questions.forEach((question, index) => {
      const keys = listKeys(question, toKeyCorrections(own))
      const words = toQuestionFingerprint(question) + JSON.stringify(keys)
      const item = itemTallies.get(words) ?? {
        question,
        revisionId,
        number: index + 1,
        isEarlier: revisionId !== current,
        keys,
        correction: own.find((row) => row.question_id === question.id),
        answers: new Map(),
        unanswered: emptyScoreSums,
      }
      itemTallies.set(words, item)
      const answers = [...(tallies.get(question.id)?.values() ?? [])]
      addTo(item, answers, total, paper.questions.length)
    })
  }
  const items = [...itemTallies.values()].filter(
    (item) => !item.isEarlier || item.answers.size > 0 || item.unanswered.count,
  )
  return { attempts: finishedAttempts.length, items: items.map(toItem), ...counting }
}

/** Lists the attempts that count: where repeats are averaged each of them does. */
async function listCountedAttempts(db: Db, examId: string, batchId: string | undefined) {
  const attempts = await listFinishedAttempts(db, examId, batchId)
  const repeated = await listRepeatedExams(db, {
    examIds: [examId],
    where: sql<SqlBool>`students.deleted_at is null
      ${batchId === undefined ? sql`` : sql`and ${isInBatch('students.id', batchId)}`}`,
  })
  const uncounted = new Set(
    repeated
      .filter(({ rule }) => rule !== 'average')
      .flatMap(listUncounted)
      .map(({ id }) => id),
  )
  return {
    attempts: attempts.filter(({ id }) => !uncounted.has(id)),
    counting: toFiguresCounting(repeated),
  }
}

type TalliesByQuestion = Map<string, Map<string, AnswerTally>>

async function sumTallies(db: Db, attemptIds: readonly string[]): Promise<TalliesByQuestion> {
  const found: TalliesByQuestion = new Map()
  for (let from = 0; from < attemptIds.length; from += batchSize) {
    const batch = attemptIds.slice(from, from + batchSize)
    for (const { questionId, ...tally } of await listAnswerTallies(db, batch)) {
      const answers = found.get(questionId) ?? new Map<string, AnswerTally>()
      found.set(questionId, answers)
      addTally(answers, tally)
    }
    await nextTurn()
  }
  return found
}

function addTally(answers: Map<string, AnswerTally>, { value, scores }: AnswerTally) {
  const name = JSON.stringify(value)
  const known = answers.get(name)?.scores ?? emptyScoreSums
  answers.set(name, { value, scores: addScoreSums(known, scores) })
}

function addTo(
  item: ItemTally,
  answers: readonly AnswerTally[],
  total: ScoreSums,
  questionCount: number,
) {
  const none = answers.reduce((rest, { scores }) => addScoreSums(rest, negate(scores)), total)
  for (const { value, scores } of answers) {
    const restScores = toRestScores(scores, isRight(item, value), questionCount)
    addTally(item.answers, { value, scores: restScores })
  }
  const unanswered = toRestScores(none, item.keys === 'everyone', questionCount)
  item.unanswered = addScoreSums(item.unanswered, unanswered)
}

function isRight({ question, keys }: ItemTally, value: AnswerValue): boolean {
  return keys === 'everyone' || keys.some((key) => kindOf(question).isRight(value, key))
}

function negate({ count, sum, squares }: ScoreSums): ScoreSums {
  return { count: -count, sum: -sum, squares: -squares }
}

function toTally(scores: readonly number[]): ScoreSums {
  return scores.reduce(
    (tally, score) => addScoreSums(tally, { count: 1, sum: score, squares: score * score }),
    emptyScoreSums,
  )
}

function toItem(item: ItemTally): WireItem {
  const { question, keys, correction, unanswered: noAnswer } = item
  const kind = kindOf(question)
  const answers = [...item.answers.values()]
  const right = keys === 'everyone' ? [] : keys
  const printed = kind.getKey(question)
  const { rows, listRows } = kind.tabulateAnswers(question, {
    answers: answers.map(({ value }) => value),
    keys: [...right, printed],
  })
  const { chosen, ...statistics } = analyseItem({
    rowCount: rows.length,
    answers: answers.map(({ value, scores }) => ({
      scores,
      isRight: isRight(item, value),
      rows: listRows(value),
    })),
    unanswered: noAnswer,
    isEveryoneMarked: keys === 'everyone',
  })
  const rightRows = right.flatMap(listRows)
  const printedRows = listRows(printed)
  return {
    ...toWireKind(question),
    questionId: question.id,
    revisionId: item.revisionId,
    number: item.number,
    isEarlier: item.isEarlier,
    questionText: question.text,
    ...toQuestionImage(question),
    codeSnippet: question.codeSnippet,
    ...statistics,
    options: rows.map((option, index) => ({
      ...toTextWithImage(option),
      chosen: chosen[index] ?? 0,
      isKey: rightRows.includes(index),
      isPrinted: printedRows.includes(index),
    })),
    correction: correction
      ? {
          key: formatKey(question, JSON.parse(correction.correction)),
          why: correction.why,
          correctedBy: correction.correctorEmail,
          correctedAt: toInstant(correction.created_at),
        }
      : null,
  }
}
