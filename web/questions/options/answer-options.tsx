import { IconStrikethrough } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import type { PresentedQuestion } from '#contract/questions/kinds.ts'
import { announce } from '../../ui/announcer.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { AuthorTextView } from '../author-text-view.tsx'
import css from './answer-options.module.css'
import { useStruckOptions } from './struck-options.ts'
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
  const { struck, setOption } = useStruckOptions(name)
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
              onChange: () => {
                setOption(index, false)
                onPress(index)
              },
            }}
            isStruck={struck.includes(index)}
            onStrike={(isStruck) => setOption(index, isStruck)}
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
  readonly isStruck: boolean
  readonly onStrike: (isStruck: boolean) => void
}

/** The whole row is the target, but for the buttons at its end. */
function AnswerOption(props: AnswerOptionProps) {
  const { option, letter, type, inputProps, isStruck, onStrike } = props
  const { text, fileUrl, description } = option
  const image = useQuestionImage(fileUrl ?? '', 200)
  const subject = `option ${letter}`
  return (
    <div
      className={css.option}
      data-chosen={inputProps.checked || undefined}
      data-struck={isStruck || undefined}
    >
      <label className={css.target}>
        <input {...inputProps} type={type} />
        <span className={css.key}>{letter}</span>
        <span dir="auto" className={css.text}>
          <AuthorTextView text={text} />
          {isStruck && <span className="visually-hidden">, struck out</span>}
          {fileUrl && !image.hasFailed && <img {...image.props} alt={description ?? ''} />}
          {fileUrl && image.hasFailed && (
            <span className={css.missing} style={image.box}>
              The picture did not load. {description}
            </span>
          )}
        </span>
        {type === 'checkbox' && <span className={css.box} />}
      </label>
      <span className={css.tools}>
        {fileUrl && image.hasFailed && <LoadAgainButton subject={subject} onClick={image.reload} />}
        {fileUrl && !image.hasFailed && (
          <ZoomButton subject={subject} description={description} url={image.src} />
        )}
        <IconButton
          name={`Strike out ${subject}`}
          aria-pressed={isStruck}
          aria-keyshortcuts={`Shift+${letter}`}
          // By letter key, so that Tab still goes from option to option.
          tabIndex={-1}
          onClick={({ currentTarget }) => {
            onStrike(!isStruck)
            // A screen reader speaks the state of a button that has the focus.
            if (document.activeElement !== currentTarget)
              announce(`Option ${letter} is ${isStruck ? 'no longer' : 'now'} struck out.`)
          }}
        >
          <IconStrikethrough size={20} stroke={1.75} aria-hidden="true" />
        </IconButton>
      </span>
    </div>
  )
}

/** The core's own comes with all its rules for options, which the quiz does without. */
function formatLetter(index: number) {
  return String.fromCharCode(65 + index)
}
