import { listQuestionImages, type Question } from '../questions/question.ts'
import { type Refusal, refuse } from '../refusal.ts'

export const maxQuestionsPerExam = 500
export const defaultDurationMinutes = 60
export const maxDurationMinutes = 24 * 60

/** A frozen revision of an exam: what a student is asked, and how it is marked. It never changes. */
export type Paper = {
  readonly title: string
  readonly durationMinutes: number
  readonly questions: readonly Question[]
  /** What students agree to before the start. Papers from before it was kept lack it. */
  readonly integrityMode?: IntegrityMode
}

export const integrityModes = ['strict', 'warn', 'observe'] as const
export type IntegrityMode = (typeof integrityModes)[number]

/** By the rules of the paper itself, whatever has been decided about the exam since. */
export function getIntegrityMode(
  paper: Pick<Paper, 'integrityMode'>,
  exam: { readonly integrityMode: IntegrityMode },
): IntegrityMode {
  return paper.integrityMode ?? exam.integrityMode
}

export function findQuestion(
  paper: Paper,
  questionId: string,
): Question | Refusal<'unknown-question'> {
  return (
    paper.questions.find((question) => question.id === questionId) ?? refuse('unknown-question')
  )
}

/** Every image that the paper shows. */
export function listImages(paper: Paper): string[] {
  return paper.questions.flatMap(listQuestionImages).filter((imageId) => imageId !== null)
}

/** A client from before a kind existed cannot show it: it has to load the newer screens first. */
export function findReloadRefusal(
  paper: Paper,
  knownKinds: readonly string[],
): Refusal<'reload-needed'> | null {
  const isKnown = paper.questions.every(({ kind }) => knownKinds.includes(kind))
  return isKnown ? null : refuse('reload-needed')
}
