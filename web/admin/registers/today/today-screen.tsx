import { IconHandStop } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ReplyOf } from '#contract/endpoint.ts'
import { formatCount } from '#contract/format.ts'
import { isSameInstituteDay } from '#contract/institute-clock.ts'
import { getToday } from '#contract/registers.ts'
import type { Arrangement } from '#core/live/row-order.ts'
import { endpointQuery } from '../../../client/endpoint-query.ts'
import { createTitleMeta } from '../../../layout/page-title.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { describeTimeZone, formatAt } from '../../../ui/format-moment.ts'
import { formatDate, formatTimeWithSeconds } from '../../../ui/format-time.ts'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useHeldArrangement } from '../../lists/use-held-arrangement.ts'
import { AlsoToday } from './also-today.tsx'
import { ComingWeek } from './coming-week.tsx'
import { getSection, summarizeDay } from './describe-today.ts'
import { RunningCard } from './running-card.tsx'
import css from './today.module.css'
import { Waiting } from './waiting.tsx'

export const meta = createTitleMeta('Today')

const pollMs = 15_000

type Today = ReplyOf<typeof getToday>

export default function TodayScreen() {
  const { data, error, refetch } = useQuery({
    ...endpointQuery(getToday),
    refetchInterval: pollMs,
  })
  if (data) return <TodayPage latest={data} isStale={error !== null} />
  return (
    <>
      <PageHeading title="Today" />
      {error ? (
        <Notice tone="danger" onRetry={refetch}>
          The windows of today could not be loaded.
        </Notice>
      ) : (
        <Skeleton width="100%" height="320px" />
      )}
    </>
  )
}

/** At midnight nothing is swapped: what was shown stays until somebody asks for the new day. */
function useDay(latest: Today): { readonly shown: Today; readonly next: (() => void) | null } {
  const [first, setFirst] = useState(latest)
  const isSameDay = isSameInstituteDay(Date.parse(first.serverTime), Date.parse(latest.serverTime))
  const [shown, setShown] = useState(latest)
  if (isSameDay && shown !== latest) setShown(latest)
  if (isSameDay) return { shown: latest, next: null }
  return { shown, next: () => setFirst(latest) }
}

type Group = 'running' | 'others'

function TodayPage({ latest, isStale }: { readonly latest: Today; readonly isStale: boolean }) {
  const { shown, next } = useDay(latest)
  const { today, week, serverTime } = shown
  const now = Date.parse(serverTime)
  const byId = useMemo(() => new Map(today.map((window) => [window._id, window])), [today])
  const sorted = useMemo((): Arrangement<Group> => {
    const toIds = (isRunning: boolean) =>
      today
        .filter((window) => (getSection(window) === 'running') === isRunning)
        .map(({ _id }) => _id)
    return [
      { group: 'running', ids: toIds(true) },
      { group: 'others', ids: toIds(false) },
    ]
  }, [today])
  const held = useHeldArrangement(sorted, 'today', false)
  const list = (group: Group) =>
    held.shown
      .filter((one) => one.group === group)
      .flatMap(({ ids }) => ids.flatMap((id) => byId.get(id) ?? []))
  const running = list('running')
  return (
    <>
      <PageHeading
        title="Today"
        lead={
          <span className={css.lead}>
            {isStale && <Badge tone="warn">Reconnecting</Badge>}
            <span>
              {formatDate(serverTime)}. {summarizeDay(today)} As of {formatTimeWithSeconds(now)}.{' '}
              {describeTimeZone(now)}
            </span>
          </span>
        }
      />
      {next && (
        <Notice>
          It is {formatDate(latest.serverTime)}.{' '}
          <Button size="row" onClick={next}>
            Show today
          </Button>
        </Notice>
      )}
      {held.moves > 0 && (
        <p className={css.held}>
          <IconHandStop size={18} stroke={1.75} aria-hidden="true" />
          Order held. {formatCount(held.moves)} would move.
          <Button size="row" tone="quiet" onClick={held.sortNow}>
            Sort now
          </Button>
        </p>
      )}
      <div ref={held.tableRef} data-stale={isStale || undefined} className={css.windows}>
        {today.length === 0 && <NoExams today={shown} />}
        {running.map((window, place) => (
          <RunningCard key={window._id} window={window} now={now} isFirst={place === 0} />
        ))}
        <AlsoToday windows={list('others')} all={shown} now={now} />
      </div>
      <Waiting />
      <ComingWeek windows={week} now={now} />
    </>
  )
}

function NoExams({ today: { week, next, serverTime } }: { readonly today: Today }) {
  const first = week[0] ?? next
  return (
    <Card>
      <EmptyState
        title={first ? 'No exams today' : 'No exam is planned'}
        help={
          first &&
          `The next one opens ${formatAt(Date.parse(first.opensAt), Date.parse(serverTime))}: ${first.testTitle}.`
        }
      />
    </Card>
  )
}
