import { IconPhotoPlus } from '@tabler/icons-react'
import { useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/form/field-frame.tsx'
import { useField } from '../../ui/form/form-state.ts'
import css from './picture-field.module.css'
import type { Picture } from './question-draft.ts'
import { type ResizeProgress, usePicture } from './use-picture.ts'
import { ZoomableImage } from './zoomable-image.tsx'

type PictureFieldProps = {
  /** Of the form around it. */
  readonly name: string
  readonly picture: Picture
  readonly of: string
  readonly readOnly: boolean
  readonly onChange: (picture: Picture) => void
}

export function PictureField(props: PictureFieldProps) {
  const { name, picture, of, readOnly, onChange } = props
  const { id, error } = useField(name)
  const { preview, pickError, resizing, remove, choose, inputProps } = usePicture(picture, onChange)
  const chooser = useRef<HTMLButtonElement>(null)
  const message = pickError ?? error
  const handleRemove = () => {
    remove()
    chooser.current?.focus()
  }
  return (
    <div className={css.field} data-filled={preview ? true : undefined}>
      {preview && <ZoomableImage url={preview} subject={of} />}
      {!readOnly && (
        <div className={css.actions}>
          <input {...inputProps} aria-label={`Image of ${of}`} />
          <Button
            id={id}
            ref={chooser}
            size="row"
            icon={preview ? undefined : <IconPhotoPlus aria-hidden="true" />}
            aria-describedby={message ? `${id}-error` : undefined}
            onClick={choose}
          >
            {preview ? 'Replace image' : 'Add image'}
          </Button>
          {preview ? (
            <Button size="row" tone="quiet" onClick={handleRemove}>
              Remove image
            </Button>
          ) : (
            <span className={css.hint}>JPEG, PNG or WebP; large photos are made smaller</span>
          )}
        </div>
      )}
      {resizing && <ResizeProgressBar state={resizing} of={of} />}
      <FieldError id={id} error={message} />
    </div>
  )
}

/** A photo of a phone is more than the server takes, and takes a moment to make smaller. */
export function ResizeProgressBar({ state, of }: { state: ResizeProgress; of: string }) {
  return (
    <div className={css.shrinking}>
      <span role="status">Making the image of {of} smaller…</span>
      <progress
        aria-label={`Image of ${of}`}
        max={1}
        value={state.share < 1 ? state.share * 0.6 : 0.8}
      />
      <Button size="row" tone="quiet" onClick={state.cancel}>
        Cancel
      </Button>
    </div>
  )
}
