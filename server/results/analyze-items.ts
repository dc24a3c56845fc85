import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ItemAnalysis as WireItem } from '#contract/grading.ts'
import type { Paper, Question } from '#core/exams/exam.ts'
import { toQuestionFingerprint } from '#core/grading/answer-key-correction.ts'
import { getCorrectOption, type KeyCorrections } from '#core/grading/grade.ts'
import {
  addScoreSums,
  analyseItem,
  emptyScoreSums,
  type ScoreSums,
  toRestScores,
} from '#core/grading/item-analysis.ts'
import type { Db } from '../database/database.ts'
import {
  type KeyCorrectionWithAuthor,
  listKeyCorrections,
} from '../exams/key-correction-queries.ts'
import { getPapers, listRevisions } from '../exams/queries.ts'
import { toImageUrl, toInstant, toTextWithImage } from '../http/serialize.ts'
import { listFinishedAttempts, listOptionTallies } from './answer-key-queries.ts'
import { formatKey } from './serialize-answer-key.ts'

/** Answers of this many attempts are added up before others get their turn. */
const batchSize = 250

/** The same question on several papers is one item; one whose words changed is another. */
type ItemTally = {
  readonly question: Question
  readonly revisionId: string
  readonly number: number
  readonly isEarlier: boolean
  readonly key: number | null
  readonly correction: KeyCorrectionWithAuthor | undefined
  options: ScoreSums[]
  unanswered: ScoreSums
}

export async function analyzeItems(
  db: Db,
  { examId, revisionId: current }: { examId: string; revisionId: string },
): Promise<{ attempts: number; items: WireItem[] }> {
  const finishedAttempts = await listFinishedAttempts(db, examId)
  const byRevision = Map.groupBy(finishedAttempts, ({ revisionId }) => revisionId)
  const revisionIds = await listRevisions(db, examId)
  const used = revisionIds.filter((id) => id === current || byRevision.has(id))
  const papers = await getPapers(db, used)
  const corrections = await listKeyCorrections(db, used)

  const itemTallies = new Map<string, ItemTally>()
  // The paper of today first, then the newest: an item stands where it was asked last.
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
      const key = getCorrectOption(question, toKeyCorrections(own))
      const words = toQuestionFingerprint(question) + (key ?? 'everyone')
      const item = itemTallies.get(words) ?? {
        question,
        revisionId,
        number: index + 1,
        isEarlier: revisionId !== current,
        key,
        correction: own.find((row) => row.question_id === question.id),
        options: question.options.map(() => emptyScoreSums),
        unanswered: emptyScoreSums,
      }
      itemTallies.set(words, item)
      addTo(item, tallies.get(question.id) ?? new Map(), total, paper)
    })
  }
  const items = [...itemTallies.values()].filter(
    (item) =>
      !item.isEarlier || item.options.some(({ count }) => count > 0) || item.unanswered.count,
  )
  return { attempts: finishedAttempts.length, items: items.map(toItem) }
}

type TalliesByQuestion = Map<string, Map<number, ScoreSums>>

async function sumTallies(db: Db, attemptIds: readonly string[]): Promise<TalliesByQuestion> {
  const found: TalliesByQuestion = new Map()
  for (let from = 0; from < attemptIds.length; from += batchSize) {
    for (const { questionId, option, scores } of await listOptionTallies(
      db,
      attemptIds.slice(from, from + batchSize),
    )) {
      const options = found.get(questionId) ?? new Map<number, ScoreSums>()
      options.set(option, addScoreSums(options.get(option) ?? emptyScoreSums, scores))
      found.set(questionId, options)
    }
    await nextTurn()
  }
  return found
}

function addTo(
  item: ItemTally,
  tallies: ReadonlyMap<number, ScoreSums>,
  total: ScoreSums,
  paper: Paper,
) {
  const { key } = item
  const count = paper.questions.length
  const chosen = item.options.map((_, option) => tallies.get(option) ?? emptyScoreSums)
  const none = chosen.reduce((rest, tally) => addScoreSums(rest, negate(tally)), total)
  item.options = item.options.map((tally, option) =>
    addScoreSums(
      tally,
      toRestScores(chosen[option] ?? emptyScoreSums, key === null || key === option, count),
    ),
  )
  item.unanswered = addScoreSums(item.unanswered, toRestScores(none, key === null, count))
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

function toKeyCorrections(rows: readonly KeyCorrectionWithAuthor[]): KeyCorrections {
  return Object.fromEntries(rows.map((row) => [row.question_id, row.correct_option]))
}

function toItem({ question, key, correction, ...itemTallies }: ItemTally): WireItem {
  const { attempts, correct, unanswered, chosen, discrimination, verdict } = analyseItem({
    ...itemTallies,
    key,
  })
  return {
    questionId: question.id,
    revisionId: itemTallies.revisionId,
    number: itemTallies.number,
    isEarlier: itemTallies.isEarlier,
    questionText: question.text,
    questionImage: toImageUrl(question.imageId),
    codeSnippet: question.codeSnippet,
    attempts,
    correct,
    unanswered,
    discrimination,
    verdict,
    options: question.options.map((option, index) => ({
      ...toTextWithImage(option),
      chosen: chosen[index] ?? 0,
      isKey: key === index,
      isPrinted: question.correct === index,
    })),
    correction: correction
      ? {
          key: formatKey(correction.correct_option),
          why: correction.why,
          correctedBy: correction.correctorEmail,
          correctedAt: toInstant(correction.created_at),
        }
      : null,
  }
}
