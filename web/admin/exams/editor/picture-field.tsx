import { IconPhotoPlus } from '@tabler/icons-react'
import { useRef } from 'react'
import { ZoomableImage as Enlargeable } from '../../../questions/zoomable-image.tsx'
import { Button } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/form/field-frame.tsx'
import type { Picture } from './exam-draft.ts'
import css from './picture-field.module.css'
import { ResizeProgressBar } from './resize-progress-bar.tsx'
import { usePicture } from './use-picture.ts'

type PictureFieldProps = {
  readonly id: string
  readonly picture: Picture
  readonly of: string
  readonly error: string | undefined
  readonly readOnly: boolean
  readonly onChange: (picture: Picture) => void
}

export function PictureField(props: PictureFieldProps) {
  const { id, picture, of, error, readOnly, onChange } = props
  const { preview, pickError, resizing, remove, choose, inputProps } = usePicture(picture, onChange)
  const chooser = useRef<HTMLButtonElement>(null)
  const message = pickError ?? error
  const handleRemove = () => {
    remove()
    chooser.current?.focus()
  }
  return (
    <div className={css.field} data-filled={preview ? true : undefined}>
      {preview && <Enlargeable url={preview} subject={of} />}
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
