import { IconPhotoPlus } from '@tabler/icons-react'
import { toOptionLetter } from '#core/questions/option-list.ts'
import { FieldError } from '../../ui/form/field-frame.tsx'
import { useField } from '../../ui/form/form-state.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import css from './option-row.module.css'
import { ResizeProgressBar } from './picture-field.tsx'
import type { OptionDraft } from './question-draft.ts'
import { usePicture } from './use-picture.ts'
import { ZoomableImage } from './zoomable-image.tsx'

/** How a kind marks the right options. */
export type OptionMark = {
  readonly type: 'radio' | 'checkbox'
  /** The wire's field of the key. */
  readonly field: string
  readonly label: (isCorrect: boolean) => string
}

type OptionRowProps = {
  readonly option: OptionDraft
  readonly at: number
  readonly mark: OptionMark
  readonly readOnly: boolean
  readonly onMark: () => void
  readonly onChange: (patch: Partial<OptionDraft>) => void
}

export function OptionRow(props: OptionRowProps) {
  const { option, at, mark, readOnly, onMark, onChange } = props
  const { isCorrect } = option
  const { preview, inputProps, ...picture } = usePicture(option, onChange)
  const { id, error } = useField(`options.${at}`)
  const imageField = useField(`optionimage.${at}`)
  const markField = useField(mark.field)
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
          onChange={({ target }) => onChange({ text: toOneLine(target.value) })}
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
              // The first one stands for all when none is marked.
              id={at === 0 ? markField.id : undefined}
              type={mark.type}
              name={markField.id}
              checked={isCorrect}
              disabled={readOnly}
              aria-describedby={markField.error ? `${markField.id}-error` : undefined}
              onChange={onMark}
            />
            {mark.label(isCorrect)}
            <span className="visually-hidden">: {name}</span>
          </label>
        )}
        {preview && (
          <div className={css.picture}>
            <ZoomableImage url={preview} subject={name} small />
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
