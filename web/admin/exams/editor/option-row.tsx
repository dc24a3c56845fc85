import { IconPhotoPlus } from '@tabler/icons-react'
import { toOptionLetter } from '#core/exams/exam.ts'
import { ZoomableImage as Enlargeable } from '../../../questions/zoomable-image.tsx'
import { FieldError } from '../../../ui/form/field-frame.tsx'
import { useField } from '../../../ui/form/form-state.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import type { DraftActions } from './draft-actions.ts'
import type { OptionDraft } from './exam-draft.ts'
import css from './option-row.module.css'
import { ResizeProgressBar } from './picture-field.tsx'
import { usePicture } from './use-picture.ts'

type OptionRowProps = {
  readonly questionKey: string
  readonly option: OptionDraft
  readonly at: number
  readonly isCorrect: boolean
  readonly readOnly: boolean
  readonly change: DraftActions
}

export function OptionRow(props: OptionRowProps) {
  const { questionKey: key, option, at, isCorrect, readOnly, change } = props
  const { preview, inputProps, ...picture } = usePicture(option, (patch) =>
    change.option(key, at, patch),
  )
  const { id, error } = useField(`options.${at}`)
  const imageField = useField(`optionimage.${at}`)
  const markField = useField('correct_answer')
  const name = `option ${toOptionLetter(at)}`
  return (
    <div className={css.option}>
      <div className={css.row} data-correct={isCorrect || undefined} data-faulty={error && true}>
        <span className={css.letter} aria-hidden="true">
          {toOptionLetter(at)}
        </span>
        <textarea
          id={id}
          className={css.text}
          rows={1}
          aria-label={`Option ${toOptionLetter(at)}`}
          placeholder={`Option ${toOptionLetter(at)}`}
          autoComplete="off"
          value={option.text}
          readOnly={readOnly}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={({ target }) => change.option(key, at, { text: toOneLine(target.value) })}
        />
        {!readOnly && (
          <>
            <input {...inputProps} aria-label={`Image of ${name}`} />
            <IconButton
              id={imageField.id}
              name={`${preview ? 'Replace' : 'Add'} image of ${name}`}
              onClick={picture.choose}
            >
              <IconPhotoPlus aria-hidden="true" />
            </IconButton>
          </>
        )}
        {(isCorrect || !readOnly) && (
          <label className={css.mark}>
            <input
              // The first one stands for all four when none is marked.
              id={at === 0 ? markField.id : undefined}
              type="radio"
              name={markField.id}
              checked={isCorrect}
              disabled={readOnly}
              aria-describedby={markField.error ? `${markField.id}-error` : undefined}
              onChange={() => change.question(key, { correct: at })}
            />
            {isCorrect ? 'Correct answer' : 'Mark correct'}
            <span className="visually-hidden">: {name}</span>
          </label>
        )}
        {preview && (
          <div className={css.picture}>
            <Enlargeable url={preview} subject={name} small />
            {!readOnly && (
              <button type="button" onClick={picture.remove}>
                Remove<span className="visually-hidden"> image of {name}</span>
              </button>
            )}
          </div>
        )}
      </div>
      {picture.resizing && <ResizeProgressBar state={picture.resizing} of={name} />}
      <FieldError id={id} error={error} />
      <FieldError id={imageField.id} error={picture.pickError ?? imageField.error} />
    </div>
  )
}

/** It wraps where it is long, and holds no line breaks. */
function toOneLine(text: string) {
  return text.replace(/\s*\n\s*/g, ' ')
}
