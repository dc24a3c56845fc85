import { IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import css from './image-dialog.module.css'

const zoomSteps = [0.5, 0.75, 1, 1.5, 2, 3] as const

type ImageDialogProps = {
  readonly url: string
  readonly title: string
  readonly alt: string
  readonly onClose: () => void
}

/** At least twice as large as on the page, to be moved about where that is more than the window. */
export function ImageDialog({ url, title, alt, onClose }: ImageDialogProps) {
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
          alt={alt}
          className={css.large}
          style={{ width }}
          onLoad={({ currentTarget }) => setNaturalWidth(currentTarget.naturalWidth)}
        />
      </section>
    </Dialog>
  )
}
