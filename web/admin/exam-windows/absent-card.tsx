import { IconUserX } from '@tabler/icons-react'
import { generatePath, Link } from 'react-router'
import type { ReplyOf } from '#contract/endpoint.ts'
import { listAbsentStudents, openMakeUpWindow } from '#contract/exam-windows.ts'
import { formatCount } from '#contract/format.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { useEndpointQuery } from '../../client/endpoint-query.ts'
import { readServerTime } from '../../client/server-clock.ts'
import { useCan } from '../../client/use-can.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { FoldedCard } from '../../ui/folded-card.tsx'
import { formatMoment } from '../../ui/format-moment.ts'
import { Notice } from '../../ui/notice.tsx'
import { PersonName } from '../lists/person-name.tsx'
import css from './absent-card.module.css'
import { MakeUpForm } from './make-up-form.tsx'

type AbsentCardProps = {
  readonly testId: string
  readonly title: string
  /** Only then are those who are absent written to. */
  readonly isReleased: boolean
  /** Only those of one batch, which has so many students. */
  readonly batchId?: string
  readonly batchSize?: number
  /** Its form has the main button of the page. */
  readonly isPrimary?: boolean
  /** To one line, beside something else. */
  readonly isFolded?: boolean
}

const shownNames = 6
const shownWindows = 3

/** Lists students who had a window and made no attempt; one press gives all of them another. */
export function AbsentCard(props: AbsentCardProps) {
  const { testId, title, isReleased, batchId, batchSize } = props
  const absent = useEndpointQuery(listAbsentStudents, {
    params: { testId },
    query: { ...(batchId && { batchId }) },
  })
  const canOpen = useCan(openMakeUpWindow)
  if (absent.isError) {
    return (
      <Notice tone="danger" onRetry={absent.refetch}>
        The absent students could not be loaded.
      </Notice>
    )
  }
  if (!absent.data || absent.data.length === 0) return null
  const { length: count } = absent.data
  const now = readServerTime()
  const total = batchSize === undefined ? `${count}` : `${count} of ${batchSize}`
  const content = (
    <div className={css.absent}>
      <p>
        Had a window for <b dir="auto">{title}</b> and made no attempt.
      </p>
      <ul>
        {absent.data.slice(0, shownNames).map(({ _id: id, name, identifier, lastSeenAt }) => (
          <li key={id}>
            <Avatar name={name} />
            <div>
              <PersonName identifier={identifier}>
                <Link to={generatePath(pagePaths.student, { id })}>{name}</Link>
              </PersonName>
              <small>
                {lastSeenAt
                  ? `Last here: ${formatMoment(Date.parse(lastSeenAt), now)}`
                  : 'Not seen'}
              </small>
            </div>
          </li>
        ))}
      </ul>
      <p className={css.registers}>
        {listMissedWindows(absent.data).map(({ windowId, opensAt, absent: missing }) => (
          <Link
            key={windowId}
            to={{
              pathname: generatePath(pagePaths.register, { id: windowId }),
              search: '?state=absent',
            }}
          >
            {missing === 1 ? 'The phone' : `All ${formatCount(missing)}, with phones`}:{' '}
            {formatMoment(Date.parse(opensAt), now)}
          </Link>
        ))}
      </p>
      {canOpen && (
        <div className={css.makeUp}>
          <h3>Make-up window for {count === 1 ? 'this student' : `these ${count}`}</h3>
          <MakeUpForm
            testId={testId}
            batchId={batchId}
            isReleased={isReleased}
            count={count}
            submitTone={props.isPrimary ? 'primary' : 'default'}
            onDone={() => document.getElementById('main')?.focus()}
          />
        </div>
      )}
    </div>
  )
  if (props.isFolded)
    return (
      <FoldedCard title="Absent" summary={total} readOnly>
        {content}
      </FoldedCard>
    )
  return (
    <Card padded>
      <header className={css.head}>
        <h2>Absent</h2>
        <Badge tone="warn" icon={<IconUserX aria-hidden="true" />}>
          {total}
        </Badge>
      </header>
      {content}
    </Card>
  )
}

type Absent = ReplyOf<typeof listAbsentStudents>[number]

/** The windows that they missed last, the newest first. */
function listMissedWindows(absent: readonly Absent[]) {
  const byWindow = Map.groupBy(absent, ({ missed }) => missed.windowId)
  return [...byWindow]
    .flatMap(([windowId, own]) =>
      own[0] ? [{ windowId, opensAt: own[0].missed.opensAt, absent: own.length }] : [],
    )
    .toSorted((one, other) => other.opensAt.localeCompare(one.opensAt))
    .slice(0, shownWindows)
}
