import { useEffect, useRef, useState } from 'react'
import { formatCount } from '#contract/format.ts'
import { registerStateNames } from '#contract/register-words.ts'
import type { Register } from '#contract/registers.ts'
import type { RegisterFilter } from './register-view.ts'

const everyMs = 60_000

/** A sum at most once a minute, and what a filter shows, at once. */
export function useSpokenAbsences({ window, counts }: Register, filter: RegisterFilter): string {
  const summary = `${window.testTitle}: ${formatCount(counts.absent)} absent`
  const [text, setText] = useState('')
  const spoken = useRef({ summary, at: 0, filter })
  const shown =
    filter === 'all' ? '' : `${formatCount(counts[filter])} ${registerStateNames[filter]} shown`
  useEffect(() => {
    const last = spoken.current
    if (last.filter !== filter) {
      spoken.current = { ...last, filter }
      setText(shown)
    }
    if (last.summary === summary) return
    const waitMs = Math.max(0, last.at + everyMs - performance.now())
    const timer = setTimeout(() => {
      spoken.current = { ...spoken.current, summary, at: performance.now() }
      setText(summary)
    }, waitMs)
    return () => clearTimeout(timer)
  }, [summary, shown, filter])
  return text
}
