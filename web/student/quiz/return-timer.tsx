import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { getServerTime } from '../../client/server-clock.ts'
import { useSecondsLeft } from '../../client/use-seconds-left.ts'
import css from './completion-page.module.css'

export function ReturnTimer({ seconds }: { seconds: number }) {
  const navigate = useNavigate()
  const [endsAt] = useState(() => getServerTime() + seconds * 1000)
  const secondsLeft = useSecondsLeft(endsAt)
  const isOver = secondsLeft === 0
  useEffect(() => {
    if (isOver) navigate(pagePaths.studentPanel, { replace: true })
  }, [isOver, navigate])
  const circle = { cx: 12, cy: 12, r: 10.5, fill: 'none', strokeWidth: 3, pathLength: 1 }
  return (
    <p className={css.return}>
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
        <circle {...circle} strokeOpacity={0.2} />
        <circle
          {...circle}
          strokeLinecap="round"
          strokeDasharray={`${secondsLeft / seconds} 1`}
          transform="rotate(-90 12 12)"
        />
      </svg>
      Back to your panel in {secondsLeft} s
      <Link to={pagePaths.studentPanel} replace>
        Go now
      </Link>
    </p>
  )
}
