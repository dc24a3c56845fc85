import {
  IconBellOff,
  IconBrowser,
  IconCheck,
  IconClock,
  IconWifi,
  IconZoomIn,
} from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { formatDuration } from '#contract/format.ts'
import { isConnectionSlow, isScreenTooSmall } from '#core/quiz-session/preflight-checks.ts'
import { Badge } from '../../../ui/badge.tsx'
import { isTouch, readWindowMetrics } from '../../quiz/proctoring/watch-devtools.ts'
import css from './preflight-checks.module.css'
import type { Connection } from './use-connection.ts'

type CheckResult = { readonly message: string; readonly verdict?: ReactNode }

/** What can be looked at before the clock runs. It tells; only a missing server keeps one waiting. */
export function PreflightChecks({ connection }: { connection: Connection }) {
  const windowCheck = useWindowCheck()
  return (
    <ul className={css.checks}>
      <Check Icon={IconWifi} name="Connection" {...checkConnection(connection)} />
      <Check Icon={IconClock} name="Clock" {...checkClock(connection)} />
      <Check Icon={IconBrowser} name="Window" {...checkWindow(windowCheck)} />
      <Check Icon={IconZoomIn} name="Zoom" {...checkZoom(windowCheck)} />
      <Check
        Icon={IconBellOff}
        name="Notifications"
        message="Turn on Do not disturb yourself. We cannot check this."
      />
    </ul>
  )
}

type CheckProps = CheckResult & { readonly Icon: typeof IconWifi; readonly name: string }

function Check({ Icon, name, message, verdict }: CheckProps) {
  return (
    <li>
      <Icon size={20} stroke={1.75} aria-hidden="true" />
      <div>
        <b>{name}</b>
        <span>{message}</span>
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

function checkConnection(connection: Connection): CheckResult {
  switch (connection.status) {
    case 'looking':
      return { message: 'Asking the server…' }
    case 'unreachable':
      return {
        message: 'The server cannot be reached. We keep trying.',
        verdict: <Badge tone="bad">Offline</Badge>,
      }
    case 'refused':
      return { message: connection.message, verdict: <Badge tone="warn">Busy</Badge> }
    case 'reached': {
      const { roundTripMs } = connection
      if (!isConnectionSlow(roundTripMs))
        return { message: `Good: ${roundTripMs} ms`, verdict: ready }
      return {
        message: `Slow: ${formatDuration(roundTripMs)} to the server and back. You can start: each answer is kept here until the server has it.`,
        verdict: <Badge tone="warn">Slow</Badge>,
      }
    }
  }
}

function checkClock(connection: Connection): CheckResult {
  if (connection.status !== 'reached')
    return { message: 'The quiz goes by our clock, not by yours.' }
  const ms = connection.clockAheadMs
  if (ms === 0) return { message: 'Right', verdict: ready }
  const minutes = Math.round(Math.abs(ms) / 60_000)
  const offset = `${formatDuration(minutes * 60_000)} ${ms > 0 ? 'fast' : 'slow'}`
  return {
    message: `Your device’s clock is ${offset}. The quiz goes by ours.`,
    verdict: harmless,
  }
}

function checkWindow(windowCheck: ReturnType<typeof useWindowCheck>): CheckResult {
  if (windowCheck.isTouch)
    return { message: 'Nothing to look after on a touch screen', verdict: ready }
  if (!windowCheck.hasGap)
    return { message: 'Developer tools and side panels are closed', verdict: ready }
  return {
    message:
      'Something is docked beside or below the page, or the page is zoomed. Close developer tools now; anything else may stay as it is. What you open during the quiz counts.',
    verdict: <Badge>Noted</Badge>,
  }
}

function checkZoom(windowCheck: ReturnType<typeof useWindowCheck>): CheckResult {
  if (!windowCheck.isCramped) {
    return {
      message: 'Choose the size you read best at. You may change it any time.',
      verdict: ready,
    }
  }
  return {
    message:
      'Very large for this window: you will have to scroll a lot. You may change it any time.',
    verdict: harmless,
  }
}

type WindowCheck = {
  readonly isTouch: boolean
  /** Developer tools, a side panel, or a page that is drawn larger: it is all the same from inside. */
  readonly hasGap: boolean
  readonly isCramped: boolean
}

/** A browser's own bars take up less than this. */
const browserBars = { width: 160, height: 250 }

/** The window as it is now, looked at anew when it changes. */
function useWindowCheck(): WindowCheck {
  const [windowCheck, setWindowCheck] = useState(readWindowCheck)
  useEffect(() => {
    const onResize = () => setWindowCheck(readWindowCheck())
    window.addEventListener('resize', onResize)
    return () => window.removeEventListener('resize', onResize)
  }, [])
  return windowCheck
}

function readWindowCheck(): WindowCheck {
  const now = readWindowMetrics()
  return {
    isTouch: isTouch(),
    hasGap:
      now.outerWidth - now.innerWidth > browserBars.width ||
      now.outerHeight - now.innerHeight > browserBars.height,
    isCramped: isScreenTooSmall({ width: now.innerWidth, height: now.innerHeight }),
  }
}
