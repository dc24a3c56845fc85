import { IconPhotoPlus, IconX } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { toOptionLetter } from '#core/questions/option-list.ts'
import { listWordlessOptions } from '#core/questions/picture-gaps.ts'
import { FieldError } from '../../ui/form/field-frame.tsx'
import { useField } from '../../ui/form/form-state.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { MoveHandle } from '../../ui/move-handle.tsx'
import { AuthorTextView } from '../author-text-view.tsx'
import { DescriptionField } from './description-field.tsx'
import css from './option-row.module.css'
import { ResizeProgressBar, usePicture } from './picture-field.tsx'
import { hasPicture, type OptionDraft } from './question-draft.ts'
import { ZoomableImage } from './zoomable-image.tsx'

/** How a kind marks the right options. */
export type OptionMark = {
  readonly type: 'radio' | 'checkbox'
  /** The wire's field of the key. */
  readonly field: string
  readonly label: (isCorrect: boolean) => string
  /** To screen readers; the same whether it is marked or not. */
  readonly name: (option: string) => string
}

type OptionRowProps = {
  readonly option: OptionDraft
  readonly at: number
  readonly mark: OptionMark
  readonly readOnly: boolean
  readonly onMark: () => void
  readonly onChange: (patch: Partial<OptionDraft>) => void
  /** To a place in the list; what has the focus there by then, as a selector. */
  readonly onMove: (to: number, focused: string) => void
  /** Missing where too few would be left. */
  readonly onRemove: (() => void) | undefined
}

export function OptionRow(props: OptionRowProps) {
  const { option, at, mark, readOnly, onMark, onChange, onMove, onRemove } = props
  const { isCorrect } = option
  const { preview, inputProps, ...picture } = usePicture(option, onChange)
  const { id, error } = useField(`options.${at}`)
  const imageField = useField(`optionimage.${at}`)
  const markField = useField(mark.field)
  const letter = toOptionLetter(at)
  const drafts = [{ ...option, hasPicture: hasPicture(option) }]
  const isWordless = listWordlessOptions({ options: drafts }).length > 0
  const name = `option ${letter}`
  const handleKey = (event: KeyboardEvent) => {
    if (readOnly || !event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    const isOnHandle = (event.target as Element).closest('[data-handle]') !== null
    onMove(event.key === 'ArrowUp' ? at - 1 : at + 1, isOnHandle ? '[data-handle]' : 'textarea')
  }
  return (
    <li
      className={css.option}
      onKeyDown={handleKey}
      onPaste={readOnly ? undefined : picture.handlePaste}
    >
      <div className={css.row} data-correct={isCorrect || undefined} data-faulty={error && true}>
        {!readOnly && (
          <MoveHandle
            name={`Move option ${letter}`}
            hint="Alt+Up, Alt+Down"
            shortcuts="Alt+ArrowUp Alt+ArrowDown"
            at={at}
            onMove={(to) => onMove(to, '[data-handle]')}
          />
        )}
        <span className={css.letter} aria-hidden={!readOnly}>
          {letter}
        </span>
        {readOnly ? (
          <span dir="auto" className={css.text}>
            <AuthorTextView text={option.text} />
          </span>
        ) : (
          <textarea
            id={id}
            className={css.text}
            rows={1}
            aria-label={`Option ${letter}`}
            placeholder={`Option ${letter}`}
            autoComplete="off"
            dir="auto"
            value={option.text}
            aria-required
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            onChange={({ target }) => onChange({ text: target.value })}
          />
        )}
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
          <label className={css.mark} data-fixed={readOnly || undefined}>
            <input
              // The first one stands for all when none is marked.
              id={at === 0 ? markField.id : undefined}
              type={mark.type}
              name={markField.id}
              checked={isCorrect}
              disabled={readOnly}
              aria-label={mark.name(`Option ${letter}`)}
              aria-describedby={markField.error ? `${markField.id}-error` : undefined}
              onChange={onMark}
            />
            {mark.label(isCorrect)}
          </label>
        )}
        {!readOnly && onRemove && (
          <IconButton name={`Remove ${name}`} onClick={onRemove}>
            <IconX aria-hidden="true" />
          </IconButton>
        )}
        {preview && (
          <div className={css.picture}>
            <ZoomableImage
              url={preview}
              subject={name}
              description={picture.description || undefined}
              small
            />
            {!readOnly && (
              <button type="button" onClick={picture.remove}>
                Remove<span className="visually-hidden"> image of {name}</span>
              </button>
            )}
          </div>
        )}
        {preview && (
          <div className={css.description}>
            <DescriptionField
              picture={{ ...picture, preview }}
              of={`picture ${letter}`}
              hint={
                isWordless && 'This option has no words of its own: say what the picture shows.'
              }
              readOnly={readOnly}
            />
          </div>
        )}
      </div>
      {picture.resizing && <ResizeProgressBar state={picture.resizing} of={name} />}
      <FieldError id={id} error={error} />
      <FieldError id={imageField.id} error={picture.pickError ?? imageField.error} />
    </li>
  )
}
