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
import type { Db } from '../deps.ts'
import { papersOf } from '../exams/store.ts'
import { toImageUrl, toInstant, toTextWithImage } from '../http/serialize.ts'
import { correctionRows, countedAttempts, type Kept, revisionsOf, talliesOf } from './store.ts'
import { keyWord } from './wire.ts'

/** Answers of this many attempts are added up before others get their turn. */
const chunk = 250

/** The same question on several papers is one item; one whose words changed is another. */
type Asked = {
  readonly question: Question
  readonly revisionId: string
  readonly number: number
  readonly isEarlier: boolean
  readonly key: number | null
  readonly correction: Kept | undefined
  options: ScoreSums[]
  unanswered: ScoreSums
}

export async function listItems(
  db: Db,
  { examId, revisionId: current }: { examId: string; revisionId: string },
): Promise<{ attempts: number; items: WireItem[] }> {
  const counted = await countedAttempts(db, examId)
  const byRevision = Map.groupBy(counted, ({ revisionId }) => revisionId)
  const revisionIds = await revisionsOf(db, examId)
  const used = revisionIds.filter((id) => id === current || byRevision.has(id))
  const papers = await papersOf(db, used)
  const corrections = await correctionRows(db, used)

  const asked = new Map<string, Asked>()
  // The paper of today first, then the newest: an item stands where it was asked last.
  for (const revisionId of [current, ...used.filter((id) => id !== current)]) {
    const paper = papers.get(revisionId)
    if (!paper) continue
    const own = corrections.filter((row) => row.revision_id === revisionId)
    const rows = byRevision.get(revisionId) ?? []
    const tallies = await tallied(
      db,
      rows.map(({ id }) => id),
    )
    const whole = tallyOf(rows.map(({ score }) => score))
    paper.questions.forEach((question, index) => {
      const key = getCorrectOption(question, keysOf(own))
      const words = toQuestionFingerprint(question) + (key ?? 'everyone')
      const item = asked.get(words) ?? {
        question,
        revisionId,
        number: index + 1,
        isEarlier: revisionId !== current,
        key,
        correction: own.find((row) => row.question_id === question.id),
        options: question.options.map(() => emptyScoreSums),
        unanswered: emptyScoreSums,
      }
      asked.set(words, item)
      addTo(item, tallies.get(question.id) ?? new Map(), whole, paper)
    })
  }
  const items = [...asked.values()].filter(
    (item) =>
      !item.isEarlier || item.options.some(({ count }) => count > 0) || item.unanswered.count,
  )
  return { attempts: counted.length, items: items.map(toWire) }
}

type ByQuestion = Map<string, Map<number, ScoreSums>>

async function tallied(db: Db, attemptIds: readonly string[]): Promise<ByQuestion> {
  const found: ByQuestion = new Map()
  for (let from = 0; from < attemptIds.length; from += chunk) {
    for (const { questionId, option, scores } of await talliesOf(
      db,
      attemptIds.slice(from, from + chunk),
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
  item: Asked,
  tallies: ReadonlyMap<number, ScoreSums>,
  whole: ScoreSums,
  paper: Paper,
) {
  const { key } = item
  const count = paper.questions.length
  const chosen = item.options.map((_, option) => tallies.get(option) ?? emptyScoreSums)
  const none = chosen.reduce((rest, tally) => addScoreSums(rest, negative(tally)), whole)
  item.options = item.options.map((tally, option) =>
    addScoreSums(
      tally,
      toRestScores(chosen[option] ?? emptyScoreSums, key === null || key === option, count),
    ),
  )
  item.unanswered = addScoreSums(item.unanswered, toRestScores(none, key === null, count))
}

function negative({ count, sum, squares }: ScoreSums): ScoreSums {
  return { count: -count, sum: -sum, squares: -squares }
}

function tallyOf(scores: readonly number[]): ScoreSums {
  return scores.reduce(
    (tally, score) => addScoreSums(tally, { count: 1, sum: score, squares: score * score }),
    emptyScoreSums,
  )
}

function keysOf(rows: readonly Kept[]): KeyCorrections {
  return Object.fromEntries(rows.map((row) => [row.question_id, row.correct_option]))
}

function toWire({ question, key, correction, ...asked }: Asked): WireItem {
  const { attempts, correct, unanswered, chosen, discrimination, verdict } = analyseItem({
    ...asked,
    key,
  })
  return {
    questionId: question.id,
    revisionId: asked.revisionId,
    number: asked.number,
    isEarlier: asked.isEarlier,
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
          key: keyWord(correction.correct_option),
          why: correction.why,
          correctedBy: correction.correctorEmail,
          correctedAt: toInstant(correction.created_at),
        }
      : null,
  }
}
