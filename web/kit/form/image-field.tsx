import { IconUpload } from '@tabler/icons-react'
import { type ComponentProps, useRef, useState } from 'react'
import { FieldFrame, type FieldLook } from './field-frame.tsx'
import css from './image-field.module.css'
import { faultOfImage, formatSize, imageTypes } from './image-file.ts'
import { useObjectUrl } from './object-url.ts'
import { split } from './text-field.tsx'

export type ImageFieldProps = FieldLook &
  Omit<ComponentProps<'input'>, 'type' | 'accept' | 'onChange'> & {
    /** A file that cannot be sent is not kept; what is wrong with it is told. */
    readonly onPick?: (file: File | null, fault: string | undefined) => void
    /** The picture that is kept now, from the server. */
    readonly currentUrl?: string | null
    readonly onRemove?: () => void
  }

/** A real file input over a drop zone, which takes drops by itself: JPEG, PNG or WebP up to 5 MB, checked before it is kept. */
export function ImageField({ onPick, currentUrl, onRemove, ...props }: ImageFieldProps) {
  const { look, rest } = split(props)
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [fault, setFault] = useState<string>()
  const preview = useObjectUrl(file) ?? currentUrl

  const take = async (picked: File | null) => {
    const says = picked ? await faultOfImage(picked, look.label) : undefined
    const kept = says ? null : picked
    setFault(says)
    setFile(kept)
    if (input.current) input.current.files = listOf(kept)
    onPick?.(kept, says)
  }
  const handleRemove = () => {
    if (!file && !fault) onRemove?.()
    take(null)
    input.current?.focus()
  }

  return (
    <FieldFrame {...look} error={fault || look.error} id={rest.id}>
      {(bindings) => (
        <div className={css.zone} data-filled={preview ? true : undefined}>
          <input
            {...rest}
            {...bindings}
            ref={input}
            type="file"
            accept={imageTypes}
            onChange={(event) => take(event.target.files?.[0] ?? null)}
          />
          {preview ? (
            <>
              <img src={preview} alt="" />
              <div className={css.facts}>
                {file && <b>{file.name}</b>}
                {file && <span>{formatSize(file.size)}</span>}
                <span className={css.acts}>
                  <label htmlFor={bindings.id}>Replace</label>
                  <button type="button" onClick={handleRemove}>
                    Remove
                  </button>
                </span>
              </div>
            </>
          ) : (
            <>
              <IconUpload size={24} stroke={1.75} aria-hidden="true" />
              <div>
                <label htmlFor={bindings.id}>
                  <u>Choose an image</u> or drop it here
                  <small>JPEG, PNG or WebP, up to 5 MB</small>
                </label>
                {fault && (
                  <span className={css.acts}>
                    <button type="button" onClick={handleRemove}>
                      Leave it out
                    </button>
                  </span>
                )}
              </div>
            </>
          )}
        </div>
      )}
    </FieldFrame>
  )
}

function listOf(file: File | null): FileList {
  const list = new DataTransfer()
  if (file) list.items.add(file)
  return list.files
}
