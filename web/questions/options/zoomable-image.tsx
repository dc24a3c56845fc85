import { useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import css from './zoomable-image.module.css'

type ZoomableImageProps = {
  readonly url: string
  /** "the question", "option B": its words are in the text beside it. */
  readonly subject: string
  readonly small?: boolean
}

/** Opens larger in a dialog: a new tab would be leaving a running quiz. */
export function ZoomableImage({ url, subject, small }: ZoomableImageProps) {
  const [isOpen, setOpen] = useState(false)
  const alt = `Picture of ${subject}`
  return (
    <>
      <button
        type="button"
        className={css.thumb}
        data-small={small || undefined}
        onClick={() => setOpen(true)}
      >
        <img src={url} alt={alt} />
        <span className="visually-hidden">, open larger</span>
      </button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={alt} width={720}>
        <img src={url} alt={alt} className={css.large} />
      </Dialog>
    </>
  )
}
