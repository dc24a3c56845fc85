import { IconZoomIn } from '@tabler/icons-react'
import { type CSSProperties, createContext, useContext, useEffect, useState } from 'react'
import type { ImageSizes } from '#contract/questions/question-fields.ts'
import { createLazyModule, useModule } from '../../client/lazy-module.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import css from './zoomable-image.module.css'

type ZoomableImageProps = {
  readonly url: string
  /** "the question", "option B": its words are in the text beside it. */
  readonly subject: string
  readonly small?: boolean
}

/** Around questions whose pictures have known sizes: their room is kept before they are there. */
export const ImageSizesContext = createContext<ImageSizes>(undefined)

/** Opens larger in a dialog: a new tab would be leaving a running quiz. */
export function ZoomableImage({ url, subject, small }: ZoomableImageProps) {
  const image = useQuestionImage(url, small ? 160 : 420)
  const [isOpen, setOpen] = useState(false)
  const ImageDialog = useImageDialog()
  const alt = `Picture of ${subject}`
  if (image.hasFailed)
    return (
      <div className={css.missing} style={image.box}>
        <p role="status">The picture did not load.</p>
        <LoadAgainButton subject={subject} onClick={image.reload} />
      </div>
    )
  return (
    <>
      <button
        type="button"
        className={css.thumb}
        aria-label={`${alt}, open larger`}
        onClick={() => setOpen(true)}
      >
        <img {...image.props} alt={alt} />
        <span className={css.magnifier}>
          <IconZoomIn size={20} stroke={1.75} aria-hidden="true" />
        </span>
      </button>
      {isOpen && ImageDialog && (
        <ImageDialog url={image.src} title={alt} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

/** Beside a picture that is itself the target of a press. */
export function ZoomButton({ url, subject }: ZoomableImageProps) {
  const [isOpen, setOpen] = useState(false)
  const ImageDialog = useImageDialog()
  const title = `Picture of ${subject}`
  return (
    <>
      <IconButton name={`${title}, open larger`} onClick={() => setOpen(true)}>
        <IconZoomIn size={20} stroke={1.75} aria-hidden="true" />
      </IconButton>
      {isOpen && ImageDialog && (
        <ImageDialog url={url} title={title} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

const imageDialog = createLazyModule(() => import('./image-dialog.tsx'))
const useImageDialog = () => useModule(imageDialog).module?.ImageDialog

export function LoadAgainButton(props: { subject: string; onClick: () => void }) {
  return (
    <Button size="row" onClick={props.onClick}>
      Load again<span className="visually-hidden"> the picture of {props.subject}</span>
    </Button>
  )
}

/** Loads again by itself when the net is back. */
export function useQuestionImage(url: string, maxHeightPx: number) {
  const size = useContext(ImageSizesContext)?.[url]
  const [retries, setRetries] = useState(0)
  const [hasFailed, setFailed] = useState(false)
  const reload = () => {
    setFailed(false)
    setRetries((last) => last + 1)
  }
  useEffect(() => {
    if (!hasFailed) return
    window.addEventListener('online', reload)
    return () => window.removeEventListener('online', reload)
  })
  const box: CSSProperties = size
    ? {
        width: Math.min(size.width, Math.round((maxHeightPx * size.width) / size.height)),
        aspectRatio: `${size.width} / ${size.height}`,
      }
    : { maxHeight: maxHeightPx }
  // Under the same address a browser shows again what it remembers: that there is no picture.
  const src = retries > 0 ? `${url}?retry=${retries}` : url
  return { hasFailed, reload, box, src, props: { src, style: box, onError: () => setFailed(true) } }
}
