import type { IntegrityMode } from '#core/exams/exam.ts'
import type { PictureName } from './pictures/all.ts'

type Four<T> = readonly [T, T, T, T]

/** As an author would write it on a sheet: four options, and the letter of the right one. */
export type DemoQuestion = {
  readonly text: string
  readonly code?: string
  readonly picture?: PictureName
  readonly options: Four<string>
  readonly optionPictures?: Four<PictureName>
  readonly right: 'A' | 'B' | 'C' | 'D'
}

export type DemoPaper = {
  readonly title: string
  readonly minutes: number
  readonly integrityMode?: IntegrityMode
  readonly attemptsAllowed?: number
  readonly shuffleOptions?: boolean
  readonly questions: readonly DemoQuestion[]
}

export function rightOf(question: Pick<DemoQuestion, 'options' | 'right'>): string {
  return question.options['ABCD'.indexOf(question.right)] ?? ''
}
