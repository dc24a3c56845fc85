import { listQuestionImages, listQuestionTexts, type Question } from '../questions/question.ts'
import { listScripts, type UnicodeScript } from '../questions/unicode-scripts.ts'
import { type Refusal, refuse } from '../refusal.ts'

export const maxQuestionsPerExam = 500
export const defaultDurationMinutes = 60
export const maxDurationMinutes = 24 * 60

/** A frozen revision of an exam: its questions and how they are marked. It never changes. */
export type Paper = {
  readonly title: string
  readonly durationMinutes: number
  readonly questions: readonly Question[]
  /**
   * The mode that students agree to before the start. Absent in papers from before it was recorded.
   */
  readonly integrityMode?: IntegrityMode
  /** Absent where it is forward. */
  readonly navigation?: 'free'
}

export const integrityModes = ['strict', 'warn', 'observe'] as const
export type IntegrityMode = (typeof integrityModes)[number]

/**
 * How students move through a paper. `forward`: one question after the other, answers are final.
 * `free`: back and forth, and every answer can be changed or cleared until the end.
 */
export const navigations = ['forward', 'free'] as const
export type Navigation = (typeof navigations)[number]

export function isFree({ navigation }: Pick<Paper, 'navigation'>): boolean {
  return navigation === 'free'
}

/** By the paper's own rules, whatever the exam's settings have become since. */
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

/** The scripts that need fonts of the device: nothing else of the paper is sent earlier. */
export function listPaperScripts(paper: Paper): UnicodeScript[] {
  return listScripts(paper.questions.flatMap(listQuestionTexts))
}

/** A page loaded before a kind existed cannot show it and must be reloaded first. */
export function findReloadRefusal(
  paper: Paper,
  knownKinds: readonly string[],
): Refusal<'reload-needed'> | null {
  const isKnown = paper.questions.every(({ kind }) => knownKinds.includes(kind))
  return isKnown ? null : refuse('reload-needed')
}
