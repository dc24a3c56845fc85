import {
  IconBellOff,
  IconBrowser,
  IconCheck,
  IconClock,
  IconWifi,
  IconZoomIn,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatDuration } from '#contract/format.ts'
import { isConnectionSlow } from '#core/quiz-session/preflight-checks.ts'
import { Badge } from '../../../ui/badge.tsx'
import css from './checks.module.css'
import type { Connection } from './use-connection.ts'
import { useWindowLook } from './use-window-look.ts'

type Found = { readonly says: string; readonly verdict?: ReactNode }

/** What can be looked at before the clock runs. It tells; only a missing server keeps one waiting. */
export function Checks({ connection }: { connection: Connection }) {
  const look = useWindowLook()
  return (
    <ul className={css.checks}>
      <Check Icon={IconWifi} name="Connection" {...connectionFound(connection)} />
      <Check Icon={IconClock} name="Clock" {...clockFound(connection)} />
      <Check Icon={IconBrowser} name="Window" {...windowFound(look)} />
      <Check Icon={IconZoomIn} name="Zoom" {...zoomFound(look)} />
      <Check
        Icon={IconBellOff}
        name="Notifications"
        says="Turn on Do not disturb yourself. We cannot check this."
      />
    </ul>
  )
}

type CheckProps = Found & { readonly Icon: typeof IconWifi; readonly name: string }

function Check({ Icon, name, says, verdict }: CheckProps) {
  return (
    <li>
      <Icon size={20} stroke={1.75} aria-hidden="true" />
      <div>
        <b>{name}</b>
        <span>{says}</span>
      </div>
      {verdict}
    </li>
  )
}

const ready = (
  <Badge tone="ok" icon={<IconCheck aria-hidden="true" />}>
    Ready
  </Badge>
)
const harmless = <Badge>Harmless</Badge>

function connectionFound(connection: Connection): Found {
  switch (connection.at) {
    case 'looking':
      return { says: 'Asking the server…' }
    case 'unreachable':
      return {
        says: 'The server cannot be reached. We keep trying.',
        verdict: <Badge tone="bad">Offline</Badge>,
      }
    case 'refused':
      return { says: connection.says, verdict: <Badge tone="warn">Busy</Badge> }
    case 'reached': {
      const { roundTripMs } = connection
      if (!isConnectionSlow(roundTripMs)) return { says: `Good: ${roundTripMs} ms`, verdict: ready }
      return {
        says: `Slow: ${formatDuration(roundTripMs)} to the server and back. You can start: each answer is kept here until the server has it.`,
        verdict: <Badge tone="warn">Slow</Badge>,
      }
    }
  }
}

function clockFound(connection: Connection): Found {
  if (connection.at !== 'reached') return { says: 'The quiz goes by our clock, not by yours.' }
  const ms = connection.clockAheadMs
  if (ms === 0) return { says: 'Right', verdict: ready }
  const minutes = Math.round(Math.abs(ms) / 60_000)
  const off = `${formatDuration(minutes * 60_000)} ${ms > 0 ? 'fast' : 'slow'}`
  return {
    says: `Your device’s clock is ${off}. The quiz goes by ours.`,
    verdict: harmless,
  }
}

function windowFound(look: ReturnType<typeof useWindowLook>): Found {
  if (look.isTouch) return { says: 'Nothing to look after on a touch screen', verdict: ready }
  if (!look.hasGap) return { says: 'Developer tools and side panels are closed', verdict: ready }
  return {
    says: 'Something is docked beside or below the page, or the page is zoomed. Close developer tools now; anything else may stay as it is. What you open during the quiz counts.',
    verdict: <Badge>Noted</Badge>,
  }
}

function zoomFound(look: ReturnType<typeof useWindowLook>): Found {
  if (!look.isCramped) {
    return { says: 'Choose the size you read best at. You may change it any time.', verdict: ready }
  }
  return {
    says: 'Very large for this window: you will have to scroll a lot. You may change it any time.',
    verdict: harmless,
  }
}
