import type { IntegrityMode } from '#core/exams/exam.ts'
import type { PictureName } from './pictures/draw-pictures.ts'

type OptionLetter = 'A' | 'B' | 'C' | 'D'
type Four<T> = readonly [T, T, T, T]

/**
 * A question as an author would write it: four options and the letter of the right one. Several
 * letters make it multiple choice.
 */
export type DemoQuestion = {
  readonly text: string
  readonly code?: string
  readonly picture?: PictureName
  readonly options: Four<string>
  readonly optionPictures?: Four<PictureName>
  readonly correct: OptionLetter | `${OptionLetter},${OptionLetter}`
}

export type DemoPaper = {
  readonly title: string
  readonly minutes: number
  readonly integrityMode?: IntegrityMode
  readonly attemptsAllowed?: number
  readonly shuffleOptions?: boolean
  readonly questions: readonly DemoQuestion[]
}

/** The texts of the right options. */
export function correctOptionsOf({
  options,
  correct,
}: Pick<DemoQuestion, 'options' | 'correct'>): string[] {
  return correct.split(',').map((letter) => options['ABCD'.indexOf(letter)] ?? '')
}

export function isMultipleChoice({ correct }: Pick<DemoQuestion, 'correct'>): boolean {
  return correct.includes(',')
}
