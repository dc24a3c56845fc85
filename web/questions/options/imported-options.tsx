import type { PortableChoice } from '#core/questions/formats/choices.ts'
import type { PortablePicture } from '#core/questions/formats/portable-question.ts'
import { toOptionLetter } from '#core/questions/option-list.ts'
import { AuthorTextView } from '../author-text-view.tsx'
import css from './imported-options.module.css'

export function ImportedOptions({ question: { options, correct } }: { question: PortableChoice }) {
  return (
    <ol className={css.options}>
      {options.map((option, at) => (
        <li key={toOptionLetter(at)} data-correct={correct.includes(at) || undefined}>
          <b>{toOptionLetter(at)}</b>
          <span dir="auto">
            {option.text ? <AuthorTextView text={option.text} /> : <i>Empty</i>}
            {option.picture && ` (with ${describePicture(option.picture)})`}
            {correct.includes(at) && <em> Correct answer</em>}
          </span>
        </li>
      ))}
    </ol>
  )
}

export function describePicture({ description }: PortablePicture): string {
  return description ? `a picture: ${description}` : 'a picture, not described'
}
