import { maxOptionsPerQuestion, minOptionsPerQuestion } from '#core/questions/option-list.ts'
import { createOption, type OptionDraft } from './question-draft.ts'

type Options = readonly OptionDraft[]

export function canAddOption(options: Options): boolean {
  return options.length < maxOptionsPerQuestion
}

export function canRemoveOption(options: Options): boolean {
  return options.length > minOptionsPerQuestion
}

export function addOption(options: Options): Options {
  return canAddOption(options) ? [...options, createOption()] : options
}

export function removeOption(options: Options, key: string): Options {
  return canRemoveOption(options) ? options.filter((option) => option.key !== key) : options
}

export function patchOption(options: Options, key: string, patch: Partial<OptionDraft>): Options {
  return options.map((option) => (option.key === key ? { ...option, ...patch } : option))
}

export function markOnly(options: Options, key: string): Options {
  return options.map((option) => ({ ...option, isCorrect: option.key === key }))
}

export function toggleMark(options: Options, key: string): Options {
  return options.map((option) =>
    option.key === key ? { ...option, isCorrect: !option.isCorrect } : option,
  )
}

/** For a kind with one right option. */
export function keepFirstMark(options: Options): Options {
  const first = options.find(({ isCorrect }) => isCorrect)
  return first ? markOnly(options, first.key) : options
}

/** How spoken lists number things: "Option B, now third". */
export function describeMove(from: number, to: number): string {
  const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth']
  return `Option ${String.fromCharCode(65 + from)}, now ${ordinals[to]}`
}
