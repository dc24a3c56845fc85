import type { PresentedQuestion } from '#contract/questions/kinds.ts'
import { AuthorText } from '../author-text.tsx'
import css from './answer-options.module.css'

type AnswerOptionsProps = {
  /** One may be chosen, or several. */
  readonly type: 'radio' | 'checkbox'
  readonly name: string
  /** Shown above, and spoken with the group. */
  readonly hint?: string
  readonly options: PresentedQuestion['options']
  readonly isChosen: (option: number) => boolean
  readonly onPress: (option: number) => void
}

export function AnswerOptions(props: AnswerOptionsProps) {
  const { type, name, hint, options, isChosen, onPress } = props
  const hintId = `${name}-hint`
  return (
    <>
      {hint && (
        <p id={hintId} className={css.hint}>
          {hint}
        </p>
      )}
      <fieldset
        role={type === 'radio' ? 'radiogroup' : undefined}
        aria-label="Options"
        aria-describedby={hint && hintId}
        className={css.options}
      >
        {options.map(({ text, fileUrl }, index) => (
          <label key={formatLetter(index)} className={css.option}>
            <input
              type={type}
              name={name}
              value={index}
              checked={isChosen(index)}
              onChange={() => onPress(index)}
            />
            <span className={css.key}>{formatLetter(index)}</span>
            <span dir="auto" className={css.text}>
              <AuthorText text={text} />
              {fileUrl && <img src={fileUrl} alt="" />}
            </span>
            {type === 'checkbox' && <span className={css.box} />}
          </label>
        ))}
      </fieldset>
    </>
  )
}

/** The core's own comes with all its rules for options, which the quiz does without. */
function formatLetter(index: number) {
  return String.fromCharCode(65 + index)
}
