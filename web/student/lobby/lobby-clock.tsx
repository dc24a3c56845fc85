import { IconClock } from '@tabler/icons-react'
import { formatCountdown, getRingShare, type LobbyPhase } from '#core/exam-windows/countdown.ts'
import { formatTimeWithSeconds } from '../../ui/format-time.ts'
import css from './lobby-clock.module.css'

type LobbyClockProps = {
  readonly phase: LobbyPhase
  readonly secondsToOpening: number
  readonly now: number
  readonly isTimeKnown: boolean
}

/** The time to the opening, in a ring for its last quarter of an hour, and the server's time. */
export function LobbyClock({ phase, secondsToOpening, now, isTimeKnown }: LobbyClockProps) {
  const isWaiting = phase === 'waiting' || phase === 'checking'
  return (
    <div className={css.band}>
      <div className={css.ring}>
        <Ring share={isWaiting ? getRingShare(secondsToOpening) : 0} />
        <div>
          <b
            role="timer"
            aria-live="off"
            data-long={secondsToOpening >= 3600 || phase === 'checking' || undefined}
          >
            {phase === 'checking' ? 'checking' : formatCountdown(isWaiting ? secondsToOpening : 0)}
          </b>
          <small>to the start</small>
        </div>
      </div>
      <p className={css.server}>
        <IconClock size={18} stroke={1.75} aria-hidden="true" />
        Server time {isTimeKnown ? formatTimeWithSeconds(now) : 'checking'}
      </p>
    </div>
  )
}

function Ring({ share }: { share: number }) {
  const circle = { cx: 118, cy: 118, r: 108, fill: 'none', strokeWidth: 10, pathLength: 1 }
  return (
    <svg viewBox="0 0 236 236" aria-hidden="true">
      <circle {...circle} className={css.track} />
      {share > 0 && (
        <circle
          {...circle}
          className={css.hand}
          strokeLinecap="round"
          strokeDasharray={`${share} 1`}
          transform="rotate(-90 118 118)"
        />
      )}
    </svg>
  )
}
