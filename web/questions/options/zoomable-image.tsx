import { IconZoomIn } from '@tabler/icons-react'
import { type CSSProperties, createContext, useContext, useEffect, useState } from 'react'
import type { ImageSizes } from '#contract/questions/question-fields.ts'
import { createLazyModule, useModule } from '../../client/lazy-module.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Status } from '../../ui/status.tsx'
import css from './zoomable-image.module.css'

type ZoomableImageProps = {
  readonly url: string
  /** "the question", "option B": its words are in the text beside it. */
  readonly subject: string
  /** The picture in words, for those who cannot see it. */
  readonly description?: string | undefined
  readonly small?: boolean
}

/** Around questions whose pictures have known sizes: their room is kept before they are there. */
export const ImageSizesContext = createContext<ImageSizes>(undefined)

/** False closes what is open: something else needs the whole screen. */
export const CanZoomContext = createContext(true)

/** Opens larger in a dialog: a new tab would be leaving a running quiz. */
export function ZoomableImage({ url, subject, description, small }: ZoomableImageProps) {
  const image = useQuestionImage(url, small ? 160 : 420)
  const zoom = useZoom(image.src, subject, description)
  const name = zoom.buttonProps['aria-label']
  if (image.hasFailed)
    return (
      <div className={css.missing} style={image.box}>
        <Status>The picture did not load. {description}</Status>
        <LoadAgainButton subject={subject} onClick={image.reload} />
      </div>
    )
  return (
    <>
      <button
        type="button"
        className={css.thumb}
        {...zoom.buttonProps}
        aria-label={description ? `${name}: ${description}` : name}
      >
        <img {...image.props} alt={zoom.alt} />
        <span className={css.magnifier}>
          <IconZoomIn size={20} stroke={1.75} aria-hidden="true" />
        </span>
      </button>
      {zoom.dialog}
    </>
  )
}

/** Beside a picture that is itself the target of a press. */
export function ZoomButton({ url, subject, description }: ZoomableImageProps) {
  const { buttonProps, dialog } = useZoom(url, subject, description)
  return (
    <>
      <IconButton name={buttonProps['aria-label']} onClick={buttonProps.onClick}>
        <IconZoomIn size={20} stroke={1.75} aria-hidden="true" />
      </IconButton>
      {dialog}
    </>
  )
}

const imageDialog = createLazyModule(() => import('./image-dialog.tsx'))

/** While the dialog's code is missing a press is answered in words, and the next one opens it. */
function useZoom(url: string, subject: string, description: string | undefined) {
  const title = `Picture of ${subject}`
  const alt = description || title
  const [pressed, setPressed] = useState<'in-time' | 'too-early' | null>(null)
  const { module, hasFailed } = useModule(imageDialog)
  if (!useContext(CanZoomContext) && pressed !== null) setPressed(null)
  return {
    alt,
    buttonProps: {
      'aria-label': `${title}, open larger`,
      onClick: () => setPressed(hasFailed ? 'too-early' : 'in-time'),
    },
    dialog: (
      <>
        {pressed && hasFailed && (
          <Status className={css.late}>It cannot be opened larger yet. We keep trying.</Status>
        )}
        {pressed === 'in-time' && module && (
          <module.ImageDialog url={url} title={title} alt={alt} onClose={() => setPressed(null)} />
        )}
      </>
    ),
  }
}

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
