import { IconUpload } from '@tabler/icons-react'
import { type ComponentProps, type ReactNode, useRef, useState } from 'react'
import { FieldFrame, type FieldFrameOptions, toLabelId } from './field-frame.tsx'
import css from './image-field.module.css'
import { formatSize, imageTypes, useObjectUrl, validatePhoto } from './image-file.ts'
import { splitFieldProps } from './text-field.tsx'

/** For an editor that is shown after choosing a picture and before using it. */
export type ImageEditorProps = {
  readonly file: File
  readonly onUse: (picture: File) => void
  readonly onCancel: () => void
  /** Asks for another file; the current one stays until it is chosen. */
  readonly onReplace: () => void
  readonly onFail: (photoError: string) => void
}

export type ImageFieldProps = FieldFrameOptions &
  Omit<ComponentProps<'input'>, 'type' | 'accept' | 'onChange'> & {
    /** Gets only files that can be sent; for others the field shows why not. */
    readonly onPick?: (file: File | null, photoError: string | undefined) => void
    /** Edits a chosen picture; only the result is used. */
    readonly edit: (props: ImageEditorProps) => ReactNode
    /** The choice made before the page was left, where the form remembers it. */
    readonly initialPick?: { readonly file: File | null; readonly error: string | undefined }
    /** The picture that the server has now. */
    readonly currentUrl?: string | null
    readonly onRemove?: () => void
  }

/** A native file input over a drop zone; takes JPEG, PNG or WebP, checked before use. */
export function ImageField(props: ImageFieldProps) {
  const { onPick, edit, initialPick, currentUrl, onRemove, ...fieldProps } = props
  const { frameProps, rest } = splitFieldProps(fieldProps)
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState(initialPick?.file ?? null)
  const [fileInEditor, setFileInEditor] = useState<File | null>(null)
  const [photoError, setPhotoError] = useState(initialPick?.error)
  const preview = useObjectUrl(file) ?? currentUrl

  const keepFile = (keptFile: File | null, message?: string) => {
    setFileInEditor(null)
    setPhotoError(message)
    setFile(keptFile)
    onPick?.(keptFile, message)
  }
  const editFile = async (picked: File | null) => {
    // The input is emptied, so that the same file can be chosen again; the file is held in state.
    if (input.current) input.current.value = ''
    if (!picked) return
    const message = await validatePhoto(picked, frameProps.label)
    if (message) keepFile(null, message)
    else {
      // A dropped file does not focus the input, to which the editor later returns the focus.
      input.current?.focus({ preventScroll: true })
      setFileInEditor(picked)
    }
  }
  const handleRemove = () => {
    if (!file && !photoError) onRemove?.()
    keepFile(null)
    input.current?.focus()
  }

  return (
    <FieldFrame {...frameProps} speaksError error={photoError || frameProps.error} id={rest.id}>
      {(bindings) => (
        <div
          className={css.zone}
          data-filled={preview ? true : undefined}
          data-invalid={bindings['aria-invalid']}
        >
          <input
            {...rest}
            {...bindings}
            // Words in a second label would be read as part of the name.
            aria-labelledby={toLabelId(bindings.id)}
            aria-describedby={[bindings['aria-describedby'], `${bindings.id}-about`]
              .filter(Boolean)
              .join(' ')}
            ref={input}
            type="file"
            accept={imageTypes}
            onChange={(event) => editFile(event.target.files?.[0] ?? null)}
          />
          <span className={css.ring} />
          {preview ? (
            <>
              <img src={preview} alt="" />
              <div className={css.facts}>
                <div id={`${bindings.id}-about`}>
                  {file && <b>{file.name}</b>} {file && <span>{formatSize(file.size)}</span>}
                </div>
                <span className={css.actions}>
                  {/* By key the input itself opens the same dialog. */}
                  <button type="button" tabIndex={-1} onClick={() => input.current?.click()}>
                    Replace<span className="visually-hidden"> {frameProps.label}</span>
                  </button>
                  <button type="button" data-tone="danger" onClick={handleRemove}>
                    Remove<span className="visually-hidden"> {frameProps.label}</span>
                  </button>
                </span>
              </div>
            </>
          ) : (
            <>
              <IconUpload size={24} stroke={1.75} aria-hidden="true" />
              <div>
                <p>
                  <u>Choose an image</u> or drop it here
                  <small id={`${bindings.id}-about`}>
                    JPEG, PNG or WebP; large photos are made smaller
                  </small>
                </p>
                {photoError && (
                  <span className={css.actions}>
                    <button type="button" data-tone="danger" onClick={handleRemove}>
                      Leave it out
                    </button>
                  </span>
                )}
              </div>
            </>
          )}
          {fileInEditor &&
            edit({
              file: fileInEditor,
              onUse: (picture) => keepFile(picture),
              onCancel: () => setFileInEditor(null),
              onReplace: () => input.current?.click(),
              onFail: (message) => keepFile(null, message),
            })}
        </div>
      )}
    </FieldFrame>
  )
}
