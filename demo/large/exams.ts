import type Sqlite from 'better-sqlite3'
import type { Paper } from '#core/exams/exam.ts'
import type { SingleChoiceQuestion } from '#core/questions/single-choice/single-choice.ts'
import { shuffleIndexes } from '#core/random.ts'
import { buildSearchKey } from '#core/text.ts'
import { day, minute } from '../calendar.ts'
import { type DemoPaper, isMultipleChoice } from '../paper.ts'
import type { Random } from '../random.ts'
import { papers } from '../scenario.ts'
import { createInserter } from './create-inserter.ts'

type LargePaper = Paper & { readonly questions: readonly SingleChoiceQuestion[] }

export type LargeExam = {
  readonly id: string
  readonly revisionId: string
  readonly paper: LargePaper
  /** When its class takes it. */
  readonly heldAt: number
  readonly resultsReleasedAt: number | null
}

type AddExamsInput = {
  readonly random: Random
  readonly newId: () => string
  readonly now: number
  readonly count: number
  /** How many of the newest are not released yet. */
  readonly unreleased: number
}

const kinds = ['weekly quiz', 'practice test', 'mock test', 'entry test', 'final test']
const daysKept = 700
/** The newest released ones are being taken now. */
const heldNow = 3

/** Adds exams, the oldest first. @returns those that were released */
export function addExams(sqlite: Sqlite.Database, input: AddExamsInput): LargeExam[] {
  const { random, newId, now, count, unreleased } = input
  const addExam = createInserter(sqlite, 'exams')
  const addRevision = createInserter(sqlite, 'revisions')
  const topics = Object.values(papers)
  const exams: LargeExam[] = []
  for (let index = 0; index < count; index++) {
    const topic = topics[index % topics.length] as DemoPaper
    const number = Math.floor(index / topics.length) + 1
    const title = `${topic.title}: ${random.pick(kinds)} ${number}`
    const isReleased = index < count - unreleased
    const laterCount = Math.max(0, count - unreleased - heldNow - index)
    const heldAt = now - Math.round((daysKept * day * laterCount) / count)
    const createdAt = heldAt - 4 * day + index * minute
    const hasReleasedResults = isReleased && heldAt < now - 10 * day && random.next() < 0.9
    const resultsReleasedAt = hasReleasedResults ? heldAt + 2 * day : null
    const paper = createPaper(topic, { title, random, newId })
    const [id, revisionId] = [newId(), newId()]
    addExam({
      id,
      revision_id: revisionId,
      title,
      title_key: buildSearchKey(title),
      duration_minutes: paper.durationMinutes,
      question_count: paper.questions.length,
      integrity_mode: topic.integrityMode ?? 'strict',
      attempts_allowed: 1,
      shuffles_options_at: null,
      released_at: isReleased ? createdAt + 3_600_000 : null,
      results_released_at: resultsReleasedAt,
      created_at: createdAt,
      deleted_at: null,
    })
    addRevision({
      id: revisionId,
      exam_id: id,
      paper: JSON.stringify(paper),
      created_at: createdAt,
    })
    if (isReleased) exams.push({ id, revisionId, paper, heldAt, resultsReleasedAt })
  }
  return exams
}

const questionsEach = 10

function createPaper(
  topic: DemoPaper,
  { title, random, newId }: { title: string; random: Random; newId: () => string },
): LargePaper {
  const plain = topic.questions.filter(
    (question) => !question.picture && !question.optionPictures && !isMultipleChoice(question),
  )
  const chosen = shuffleIndexes(plain.length, random.between(1, 1e9)).slice(0, questionsEach)
  return {
    title,
    durationMinutes: topic.minutes,
    questions: chosen.flatMap((index) => {
      const question = plain[index]
      if (!question) return []
      return {
        kind: 'single-choice',
        id: newId(),
        text: question.text,
        imageId: null,
        codeSnippet: question.code ?? null,
        options: question.options.map((text) => ({ text, imageId: null })),
        correct: 'ABCD'.indexOf(question.correct),
      }
    }),
  }
}
