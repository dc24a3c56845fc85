import { IconPhotoPlus } from '@tabler/icons-react'
import { type ChangeEvent, type ClipboardEvent, useEffect, useRef, useState } from 'react'
import { createLazyModule } from '../../client/lazy-module.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/form/field-frame.tsx'
import { useField } from '../../ui/form/form-state.ts'
import {
  findPastedImage,
  imageTypes,
  useObjectUrl,
  validatePhoto,
} from '../../ui/form/image-file.ts'
import layout from '../../ui/layout.module.css'
import { Status } from '../../ui/status.tsx'
import { DescriptionField } from './description-field.tsx'
import css from './picture-field.module.css'
import { hasPicture, type Picture } from './question-draft.ts'
import { ZoomableImage } from './zoomable-image.tsx'

type PictureFieldProps = {
  /** The field's name in the form around it. */
  readonly name: string
  readonly picture: PictureControl
  readonly of: string
  readonly readOnly: boolean
}

export function PictureField(props: PictureFieldProps) {
  const { name, picture, of, readOnly } = props
  const { id, error } = useField(name)
  const { preview, pickError, resizing, remove, choose, inputProps } = picture
  const chooser = useRef<HTMLButtonElement>(null)
  const message = pickError ?? error
  const handleRemove = () => {
    remove()
    chooser.current?.focus()
  }
  return (
    <div className={css.field} data-filled={preview ? true : undefined}>
      {preview && (
        <ZoomableImage url={preview} subject={of} description={picture.description || undefined} />
      )}
      {!readOnly && (
        <div className={layout.row}>
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
            <span className={layout.hint}>
              JPEG, PNG or WebP, or paste one; large photos are made smaller
            </span>
          )}
        </div>
      )}
      {resizing && <ResizeProgressBar state={resizing} of={of} />}
      <FieldError id={id} error={message} />
      <div className={css.description}>
        <DescriptionField
          of="the picture"
          picture={picture}
          readOnly={readOnly}
          hint="What it shows, for students who cannot see it; not which answer is correct."
        />
      </div>
    </div>
  )
}

/** A photo of a phone is more than the server takes, and takes a moment to make smaller. */
export function ResizeProgressBar({ state, of }: { state: ResizeProgress; of: string }) {
  return (
    <div className={css.shrinking}>
      <Status>Making the image of {of} smaller…</Status>
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

/** The longest side that the server keeps of a question's picture. */
const maxSide = 2000

type ResizeProgress = { readonly share: number; readonly cancel: () => void }

export type PictureControl = ReturnType<typeof usePicture>

/** A picture of a question or an option: picked, looked at before it is kept, taken away. */
export function usePicture(picture: Picture, onChange: (patch: Partial<Picture>) => void) {
  const { fileUrl, file } = picture
  const input = useRef<HTMLInputElement>(null)
  const [pickError, setPickError] = useState<string>()
  const [resizing, setResizing] = useState<ResizeProgress | null>(null)
  const runningResize = useRef<AbortController | null>(null)
  const picked = useObjectUrl(file)
  useEffect(() => () => runningResize.current?.abort(), [])

  const resize = async (chosen: File) => {
    runningResize.current?.abort()
    const controller = new AbortController()
    runningResize.current = controller
    const { signal } = controller
    const cancel = () => controller.abort()
    try {
      await imageTool.preload()
      const { module } = imageTool.get()
      if (!module) {
        setPickError(notLoadedMessage)
        return { file: null, isRefused: true }
      }
      const onProgress = (share: number) => setResizing({ share, cancel })
      const resized = module.shrinkImage(chosen, { maxSide, signal, onProgress })
      // At once: the browser decodes or writes to the end before it hears of it.
      const file = await Promise.race([resized, rejectOnAbort(signal)])
      signal.throwIfAborted()
      return { file, isRefused: false }
    } catch {
      const isRefused = !signal.aborted
      if (isRefused) setPickError(unreadableMessage)
      return { file: null, isRefused }
    } finally {
      if (runningResize.current === controller) setResizing(null)
    }
  }
  const handlePick = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = target.files ?? []
    // Clearing it lets the same file be picked once more.
    target.value = ''
    if (chosen) trackPicture(acceptPicture(chosen))
  }
  const handlePaste = (event: ClipboardEvent) => {
    // An option stands in the card of its question, which hears of the same paste.
    const pasted = event.defaultPrevented ? null : findPastedImage(event.clipboardData)
    if (!pasted) return
    event.preventDefault()
    trackPicture(acceptPicture(pasted))
  }
  const acceptPicture = async (chosen: File): Promise<boolean> => {
    const message = await validatePhoto(chosen)
    setPickError(message)
    if (message) return false
    const { file: resized, isRefused } = await resize(chosen)
    if (resized) onChange({ fileUrl: null, file: resized, ...forgetDescription(picture) })
    return !isRefused
  }
  const remove = () => {
    setPickError(undefined)
    onChange({ fileUrl: null, file: null, ...forgetDescription(picture) })
  }
  return {
    preview: file ? picked : fileUrl,
    description: picture.description ?? '',
    describe: (description: string) => onChange({ description }),
    pickError,
    resizing,
    remove,
    choose: () => input.current?.click(),
    handlePaste,
    inputProps: {
      ref: input,
      type: 'file',
      hidden: true,
      accept: imageTypes,
      onChange: handlePick,
    } as const,
  }
}

/** Another picture shows something else. The words of one that a draft has lost wait for it. */
function forgetDescription(picture: Picture): Partial<Picture> {
  return hasPicture(picture) && picture.description !== undefined ? { description: '' } : {}
}

const unreadableMessage =
  'This picture cannot be opened here. It may be damaged, or too large for this device. Choose another one.'

const notLoadedMessage =
  'The tool that makes pictures smaller did not load. Check your connection, then choose the picture again.'
const imageTool = createLazyModule(() => import('../../ui/images/shrink-image.ts'))

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
}

const pendingPictures = new Set<Promise<boolean>>()

/** A picture being opened or made smaller: saving the test waits for it. */
function trackPicture(picture: Promise<boolean>) {
  pendingPictures.add(picture)
  void picture.finally(() => pendingPictures.delete(picture))
}

/** False when one of them turned out to be none: its field says so. */
export async function waitForPictures(): Promise<boolean> {
  return (await Promise.all(pendingPictures)).every((isAccepted) => isAccepted)
}
