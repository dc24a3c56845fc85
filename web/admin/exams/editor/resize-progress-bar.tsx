import { Button } from '../../../ui/button.tsx'
import css from './resize-progress-bar.module.css'
import type { ResizeProgress as State } from './use-picture.ts'

/** A photo of a phone is more than the server takes, and takes a moment to make smaller. */
export function ResizeProgressBar({ state, of }: { state: State; of: string }) {
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
