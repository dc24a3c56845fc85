import type { ComponentProps } from 'react'
import type { PresentedQuestion } from '#contract/questions/kinds.ts'
import { AuthorText } from '../author-text.tsx'
import css from './answer-options.module.css'
import { LoadAgainButton, useQuestionImage, ZoomButton } from './zoomable-image.tsx'

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
        {options.map((option, index) => (
          <AnswerOption
            key={formatLetter(index)}
            option={option}
            letter={formatLetter(index)}
            type={type}
            inputProps={{
              name,
              value: index,
              checked: isChosen(index),
              onChange: () => onPress(index),
            }}
          />
        ))}
      </fieldset>
    </>
  )
}

type AnswerOptionProps = Pick<AnswerOptionsProps, 'type'> & {
  readonly option: PresentedQuestion['options'][number]
  readonly letter: string
  readonly inputProps: ComponentProps<'input'>
}

/** The whole row is the target, but for the buttons at its end. */
function AnswerOption({ option, letter, type, inputProps }: AnswerOptionProps) {
  const { text, fileUrl } = option
  const image = useQuestionImage(fileUrl ?? '', 200)
  const subject = `option ${letter}`
  return (
    <div className={css.option}>
      <label className={css.target}>
        <input {...inputProps} type={type} />
        <span className={css.key}>{letter}</span>
        <span dir="auto" className={css.text}>
          <AuthorText text={text} />
          {fileUrl && !image.hasFailed && <img {...image.props} alt="" />}
          {fileUrl && image.hasFailed && (
            <span className={css.missing} style={image.box}>
              The picture did not load.
            </span>
          )}
        </span>
        {type === 'checkbox' && <span className={css.box} />}
      </label>
      {fileUrl && (
        <span className={css.tools}>
          {image.hasFailed ? (
            <LoadAgainButton subject={subject} onClick={image.reload} />
          ) : (
            <ZoomButton url={image.src} subject={subject} />
          )}
        </span>
      )}
    </div>
  )
}

/** The core's own comes with all its rules for options, which the quiz does without. */
function formatLetter(index: number) {
  return String.fromCharCode(65 + index)
}
