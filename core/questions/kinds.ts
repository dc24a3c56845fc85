import { multipleChoice } from './multiple-choice/multiple-choice.ts'
import { singleChoice } from './single-choice/single-choice.ts'

/** Every kind of question by its name, in the order in which an editor offers them. */
export const kinds = {
  'single-choice': singleChoice,
  'multiple-choice': multipleChoice,
} as const

/** The kind that the wire does not name: clients from before there were kinds know this one only. */
export const defaultKind = 'single-choice'
