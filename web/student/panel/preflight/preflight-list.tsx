import {
  IconBrowser,
  IconCheck,
  IconChevronDown,
  IconClock,
  IconLanguage,
  IconWifi,
  IconWorldCheck,
  IconZoomIn,
} from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { formatDuration } from '#contract/format.ts'
import { hasWindowGap } from '#core/proctoring/devtools-detection.ts'
import { formatScripts, type UnicodeScript } from '#core/questions/unicode-scripts.ts'
import { isConnectionSlow, isScreenTooSmall } from '#core/quiz-session/preflight-checks.ts'
import { oldestBrowsers } from '../../../client/browser-floor.ts'
import { Badge } from '../../../ui/badge.tsx'
import { isTouch, readWindowMetrics } from '../../quiz/proctoring/watch-devtools.ts'
import css from './preflight-list.module.css'
import type { Connection } from './use-connection.ts'
import { useMissingScripts } from './use-missing-scripts.ts'

type CheckResult = {
  readonly message: string
  readonly verdict?: ReactNode
  /** Ready where there is nothing to say; pending while nobody knows. */
  readonly state: 'ready' | 'pending' | 'faulty'
}

type PreflightListProps = {
  readonly connection: Connection
  /** Scripts of the paper, where our own fonts do not have them all. */
  readonly scripts: readonly UnicodeScript[] | undefined
}

/**
 * Checks before the clock runs: one line while all is fine; a problem is shown in full. It only
 * informs; a missing server alone keeps one waiting.
 */
export function PreflightList({ connection, scripts }: PreflightListProps) {
  const windowCheck = useWindowCheck()
  const missing = useMissingScripts(scripts)
  const checks: readonly CheckProps[] = [
    { Icon: IconWifi, name: 'Connection', ...checkConnection(connection) },
    { Icon: IconBrowser, name: 'Window', ...checkWindow(windowCheck) },
    { Icon: IconClock, name: 'Clock', ...checkClock(connection) },
    { Icon: IconZoomIn, name: 'Zoom', ...checkZoom(windowCheck) },
    { Icon: IconWorldCheck, name: 'Browser', ...newEnough },
    ...(scripts
      ? [{ Icon: IconLanguage, name: 'Letters', ...checkLetters(scripts, missing) }]
      : []),
  ]
  const faulty = checks.filter(({ state }) => state === 'faulty')
  const others = checks.filter(({ state }) => state !== 'faulty')
  const isPending = others.some(({ state }) => state === 'pending')
  return (
    <div className={css.place}>
      {faulty.length > 0 && <CheckList checks={faulty} isFaulty />}
      {others.length > 0 && (
        <details className={css.fold}>
          <summary>
            <span className={css.sign} data-pending={isPending || undefined} aria-hidden="true">
              {isPending ? <IconClock size={18} /> : <IconCheck size={18} stroke={2.25} />}
            </span>
            <span>
              <b>
                {isPending
                  ? 'Checking…'
                  : faulty.length > 0
                    ? 'The other checks are fine'
                    : 'All checks are fine'}
              </b>{' '}
              <small>{others.map(({ name }) => name.toLowerCase()).join(', ')}</small>
            </span>
            <span className={css.more}>
              <span className={css.show}>Show</span>
              <span className={css.hide}>Hide</span>
              <IconChevronDown size={18} aria-hidden="true" />
            </span>
          </summary>
          <CheckList checks={others} />
        </details>
      )}
    </div>
  )
}

function CheckList({ checks, isFaulty }: { checks: readonly CheckProps[]; isFaulty?: boolean }) {
  return (
    <ul className={css.checks} data-faulty={isFaulty}>
      {checks.map((check) => (
        <Check key={check.name} {...check} />
      ))}
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

const readyBadge = (
  <Badge tone="ok" icon={<IconCheck aria-hidden="true" />}>
    Ready
  </Badge>
)
const ready = { state: 'ready', verdict: readyBadge } as const
/** An older one does not come this far. */
const newEnough = {
  message: `New enough: ${oldestBrowsers} is the oldest that will do.`,
  ...ready,
}
const harmless = { state: 'faulty', verdict: <Badge>Harmless</Badge> } as const

function checkConnection(connection: Connection): CheckResult {
  switch (connection.status) {
    case 'looking':
      return { state: 'pending', message: 'Asking the server…' }
    case 'unreachable':
      return {
        state: 'faulty',
        message: 'The server cannot be reached. We keep trying.',
        verdict: <Badge tone="bad">Offline</Badge>,
      }
    case 'refused':
      return {
        state: 'faulty',
        message: connection.message,
        verdict: <Badge tone="warn">Busy</Badge>,
      }
    case 'reached': {
      const { roundTripMs } = connection
      if (!isConnectionSlow(roundTripMs)) return { message: `Good: ${roundTripMs} ms`, ...ready }
      return {
        state: 'faulty',
        message: `Slow: ${formatDuration(roundTripMs)} to the server and back. You can start: each answer is kept here until the server has it.`,
        verdict: <Badge tone="warn">Slow</Badge>,
      }
    }
  }
}

function checkClock(connection: Connection): CheckResult {
  if (connection.status !== 'reached')
    return { state: 'pending', message: 'The quiz goes by our clock, not by yours.' }
  const ms = connection.clockAheadMs
  if (ms === 0) return { message: 'Right', ...ready }
  const minutes = Math.round(Math.abs(ms) / 60_000)
  const offset = `${formatDuration(minutes * 60_000)} ${ms > 0 ? 'fast' : 'slow'}`
  return {
    message: `Your device’s clock is ${offset}. The quiz goes by ours.`,
    ...harmless,
  }
}

function checkWindow(windowCheck: ReturnType<typeof useWindowCheck>): CheckResult {
  if (windowCheck.isTouch) return { message: 'Nothing to look after on a touch screen', ...ready }
  if (!windowCheck.hasGap)
    return { message: 'Developer tools and side panels are closed', ...ready }
  return {
    state: 'faulty',
    message:
      'Something is docked beside or below the page, or the page is zoomed. Close developer tools now; anything else may stay as it is. Your trainer sees it if you start like this; only what you open during the quiz counts.',
    verdict: <Badge>Noted at the start</Badge>,
  }
}

function checkZoom(windowCheck: ReturnType<typeof useWindowCheck>): CheckResult {
  if (!windowCheck.isCramped) {
    return {
      message: 'Choose the size you read best at. You may change it any time.',
      ...ready,
    }
  }
  return {
    message:
      'Very large for this window: you will have to scroll a lot. You may change it any time.',
    ...harmless,
  }
}

function checkLetters(
  scripts: readonly UnicodeScript[],
  missing: readonly UnicodeScript[] | null,
): CheckResult {
  if (!missing) return { state: 'pending', message: 'Looking for the letters of this test…' }
  if (missing.length === 0)
    return { message: `This computer can show ${formatScripts(scripts)} letters.`, ...ready }
  return {
    state: 'faulty',
    message: `This computer cannot show ${formatScripts(missing)} letters, which this test uses. Ask your trainer for another computer.`,
    verdict: <Badge tone="warn">Missing</Badge>,
  }
}

type WindowCheck = {
  readonly isTouch: boolean
  /** Developer tools, a side panel, or a page that is drawn larger: it is all the same from inside. */
  readonly hasGap: boolean
  readonly isCramped: boolean
}

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
    hasGap: hasWindowGap(now),
    isCramped: isScreenTooSmall({ width: now.innerWidth, height: now.innerHeight }),
  }
}
