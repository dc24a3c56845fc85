import { IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { type CSSProperties, createContext, useContext, useEffect, useState } from 'react'
import type { ImageSizes } from '#contract/questions/question-fields.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
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
      {isOpen && <ImageDialog url={image.src} title={alt} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Beside a picture that is itself the target of a press. */
export function ZoomButton({ url, subject }: ZoomableImageProps) {
  const [isOpen, setOpen] = useState(false)
  const title = `Picture of ${subject}`
  return (
    <>
      <IconButton name={`${title}, open larger`} onClick={() => setOpen(true)}>
        <IconZoomIn size={20} stroke={1.75} aria-hidden="true" />
      </IconButton>
      {isOpen && <ImageDialog url={url} title={title} onClose={() => setOpen(false)} />}
    </>
  )
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

const zoomSteps = [0.5, 0.75, 1, 1.5, 2, 3] as const

type ImageDialogProps = {
  readonly url: string
  readonly title: string
  readonly onClose: () => void
}

/** At least twice as large as on the page, to be moved about where that is more than the window. */
function ImageDialog({ url, title, onClose }: ImageDialogProps) {
  const [step, setStep] = useState(zoomSteps.indexOf(1))
  const [shownWidth] = useState(() => document.querySelector(`img[src="${url}"]`)?.clientWidth ?? 0)
  const [naturalWidth, setNaturalWidth] = useState<number>()
  // Blown up further, an icon would only be blurred.
  const limit = naturalWidth === undefined ? '' : `, ${naturalWidth * 4}px`
  const width = `calc(min(max(100%, ${shownWidth * 2}px)${limit}) * ${zoomSteps[step]})`
  return (
    <Dialog opened onClose={onClose} title={title} width={1200}>
      <div className={css.tools}>
        <IconButton name="Smaller" disabled={step === 0} onClick={() => setStep(step - 1)}>
          <IconZoomOut size={22} stroke={1.75} aria-hidden="true" />
        </IconButton>
        <IconButton
          name="Larger"
          disabled={step === zoomSteps.length - 1}
          onClick={() => setStep(step + 1)}
        >
          <IconZoomIn size={22} stroke={1.75} aria-hidden="true" />
        </IconButton>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll what has the focus */}
      <section className={css.view} tabIndex={0} aria-label={`${title}, to be moved about`}>
        <img
          src={url}
          alt={title}
          className={css.large}
          style={{ width }}
          onLoad={({ currentTarget }) => setNaturalWidth(currentTarget.naturalWidth)}
        />
      </section>
    </Dialog>
  )
}
