import { useEffect, useRef, useState } from 'react'
import { type StateCounts, summarizeChanges, summaryPauseMs } from '#core/live/state-counts.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Spoken } from '../../ui/status.tsx'
import css from './live-screen.module.css'

/** Speaks of the students in sums, at most every 10 s; never of each row. */
export function SpokenSummary({ counts }: { counts: StateCounts }) {
  const [isOn, setOn] = useState(true)
  const [text, setText] = useState('')
  const spoken = useRef({ counts, at: 0 })
  useEffect(() => {
    const speak = () => {
      const summary = summarizeChanges(spoken.current, counts, performance.now())
      if (!summary) return
      spoken.current = summary.spoken
      setText(summary.text)
    }
    // A change that came too soon after the last words is spoken when the pause is over.
    const waitMs = spoken.current.at + summaryPauseMs - performance.now()
    const timer = setTimeout(speak, Math.max(0, waitMs))
    return () => clearTimeout(timer)
  }, [counts])
  return (
    <div className={css.speak}>
      <Spoken>{isOn && text}</Spoken>
      <Checkbox kind="switch" checked={isOn} onChange={({ target }) => setOn(target.checked)}>
        Announce changes to screen readers
      </Checkbox>
    </div>
  )
}
