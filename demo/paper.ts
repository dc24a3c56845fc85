import type { IntegrityMode } from '#core/exams/exam.ts'
import type { PictureName } from './pictures/draw-pictures.ts'

type Four<T> = readonly [T, T, T, T]

/**
 * A question as an author would write it on paper: four options, and the letter of the right one.
 */
export type DemoQuestion = {
  readonly text: string
  readonly code?: string
  readonly picture?: PictureName
  readonly options: Four<string>
  readonly optionPictures?: Four<PictureName>
  readonly correct: 'A' | 'B' | 'C' | 'D'
}

export type DemoPaper = {
  readonly title: string
  readonly minutes: number
  readonly integrityMode?: IntegrityMode
  readonly attemptsAllowed?: number
  readonly shuffleOptions?: boolean
  readonly questions: readonly DemoQuestion[]
}

export function correctOptionOf(question: Pick<DemoQuestion, 'options' | 'correct'>): string {
  return question.options['ABCD'.indexOf(question.correct)] ?? ''
}
