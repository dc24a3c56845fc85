import type { Part } from '../institute/words.ts'
import { Badge } from '../ui/badge.tsx'
import css from './sample-label.module.css'

type SampleLabelProps = {
  readonly part: Part
  /** The label's subject, where that is not the text beside it. */
  readonly of?: string
}

/** Marks invented words until the institute has replaced them: see “Another institute” in docs/running.md. */
export function SampleLabel({ part, of }: SampleLabelProps) {
  if (!part.isSample) return null
  return (
    <p className={css.label}>
      <Badge>Sample text{of && `: ${of}`}</Badge>
    </p>
  )
}
