import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { listOwnAttempts, type OwnAttempt } from '#contract/results.ts'
import {
  arrangeNotices,
  canDismiss,
  getChangedAt,
  isThankedFor,
} from '#core/attempts/ended-notices.ts'
import { readStored, writeStored } from '../../client/browser-storage.ts'
import { useEndpointQuery } from '../../client/endpoint-query.ts'
import { getServerTime } from '../../client/server-clock.ts'
import { Card } from '../../ui/card.tsx'
import { formatMoment } from '../../ui/format-moment.ts'
import { NewsAnnouncer } from '../news/news-announcer.tsx'
import {
  describeDecisionNews,
  describeThanks,
  type NoticedAttempt,
  toNoticedAttempt,
} from './describe-notice.ts'
import { DismissibleLine, useDismissals } from './dismissible-line.tsx'
import css from './ended-attempts.module.css'
import lineCss from './notice-line.module.css'
import { NoticeLine, ThanksLine } from './notice-line.tsx'
import { useReloadAfterRecovery } from './use-reload-after-recovery.ts'

/** On the panel: one line for each ended attempt that is not settled, the older ones folded. */
export function EndedAttempts() {
  const { data: own } = useEndpointQuery(listOwnAttempts)
  useReloadAfterRecovery()
  const panelSeenAt = usePanelSeenAt(own)
  const dismissals = useDismissals()
  const attempts = (own ?? []).map(toNoticedAttempt)
  const thanked = attempts.filter((attempt) => isThankedFor(attempt, panelSeenAt))
  const { newest, earlier } = arrangeNotices(attempts.filter(dismissals.isShown))
  const ended = attempts.filter(({ endedAt }) => endedAt !== null).length
  const focusIfJustEnded = useFocusOnceShown()
  const toLine = (attempt: NoticedAttempt) => (
    <li key={attempt.own._id} tabIndex={-1} ref={focusIfJustEnded(attempt.own._id)}>
      {canDismiss(attempt) ? (
        <DismissibleLine
          attempt={attempt}
          dismissals={dismissals}
          time={<Moment attempt={attempt} />}
        />
      ) : (
        <NoticeLine
          attempt={attempt}
          title={attempt.own.testTitle}
          time={<Moment attempt={attempt} />}
        />
      )}
    </li>
  )
  return (
    <>
      <NewsAnnouncer list={own} describe={describeDecisionNews} />
      {thanked.length + newest.length > 0 && (
        <section className={css.ended} aria-labelledby="ended">
          <header>
            <h2 id="ended">Ended</h2>
            <p>
              {ended === 1 ? 'It is' : `All ${ended} are`} in{' '}
              <Link to={pagePaths.results}>your results</Link>
            </p>
          </header>
          <Card>
            <ul>
              {thanked.map((attempt) => (
                <li key={attempt.own._id} tabIndex={-1} ref={focusIfJustEnded(attempt.own._id)}>
                  <ThanksLine
                    title={attempt.own.testTitle}
                    text={describeThanks(attempt)}
                    time={<Moment attempt={attempt} />}
                  />
                </li>
              ))}
              {newest.map(toLine)}
              {earlier.length > 0 && <Earlier attempts={earlier} toLine={toLine} />}
            </ul>
          </Card>
        </section>
      )}
    </>
  )
}

/** The page behind a quiz goes by itself after seconds, which cuts off what is read there. */
function useFocusOnceShown() {
  const { state } = useLocation()
  const justEnded = useRef((state as { readonly endedAttemptId?: string } | null)?.endedAttemptId)
  return (attemptId: string) => (line: HTMLElement | null) => {
    if (!line || justEnded.current !== attemptId) return
    justEnded.current = undefined
    line.focus({ preventScroll: true })
  }
}

function Moment({ attempt }: { attempt: NoticedAttempt }) {
  const at = getChangedAt(attempt)
  return <time dateTime={new Date(at).toISOString()}>{formatMoment(at, getServerTime())}</time>
}

type EarlierProps = {
  readonly attempts: readonly NoticedAttempt[]
  readonly toLine: (attempt: NoticedAttempt) => ReactNode
}

/** Opens in place, with the focus on the first of its lines. */
function Earlier({ attempts, toLine }: EarlierProps) {
  const [isOpen, setOpen] = useState(false)
  const first = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isOpen) first.current?.nextElementSibling?.querySelector('button')?.focus()
  }, [isOpen])
  return (
    <>
      <li ref={first} className={css.earlier}>
        <button
          type="button"
          className={lineCss.quiet}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {attempts.length} earlier
          <IconChevronDown size={16} stroke={2} aria-hidden="true" />
        </button>
      </li>
      {isOpen && attempts.map(toLine)}
    </>
  )
}

/**
 * When the attempt ended that was the newest one the last time this panel was opened here. A device
 * that does not know thanks for nothing old.
 */
function usePanelSeenAt(own: readonly OwnAttempt[] | undefined): number {
  const [seenAt] = useState(() => readStored('panel-seen'))
  const newest = own && Math.max(0, ...own.map(({ endTime }) => Date.parse(endTime ?? '') || 0))
  useEffect(() => {
    if (newest !== undefined) writeStored('panel-seen', String(newest))
  }, [newest])
  return seenAt === null ? Number.POSITIVE_INFINITY : Number(seenAt)
}
