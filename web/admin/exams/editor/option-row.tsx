import { IconPhotoPlus } from '@tabler/icons-react'
import { toOptionLetter } from '#core/exams/exam.ts'
import { ZoomableImage as Enlargeable } from '../../../questions/zoomable-image.tsx'
import { FieldError } from '../../../ui/form/field-frame.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import type { DraftActions } from './draft-actions.ts'
import type { OptionDraft } from './exam-draft.ts'
import { toFieldId } from './field-errors.ts'
import css from './option-row.module.css'
import { ResizeProgressBar } from './resize-progress-bar.tsx'
import { usePicture } from './use-picture.ts'

type OptionRowProps = {
  readonly questionKey: string
  readonly option: OptionDraft
  readonly at: number
  readonly isCorrect: boolean
  readonly error: string | undefined
  readonly imageError: string | undefined
  /** That no option of the question is marked. */
  readonly unmarkedError: string | undefined
  readonly readOnly: boolean
  readonly change: DraftActions
}

export function OptionRow(props: OptionRowProps) {
  const { questionKey: key, option, at, isCorrect, error, readOnly, change } = props
  const { preview, inputProps, ...picture } = usePicture(option, (patch) =>
    change.option(key, at, patch),
  )
  const id = toFieldId(key, `options.${at}`)
  const imageId = toFieldId(key, `optionimage.${at}`)
  const markId = toFieldId(key, 'correct_answer')
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
              id={imageId}
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
              id={at === 0 ? markId : undefined}
              type="radio"
              name={markId}
              checked={isCorrect}
              disabled={readOnly}
              aria-describedby={props.unmarkedError ? `${markId}-error` : undefined}
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
      <FieldError id={imageId} error={picture.pickError ?? props.imageError} />
    </div>
  )
}

/** It wraps where it is long, and holds no line breaks. */
function toOneLine(text: string) {
  return text.replace(/\s*\n\s*/g, ' ')
}
