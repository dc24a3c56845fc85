import { IconDeviceDesktop } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type AttemptPlace, listAttemptPlaces } from '#contract/proctoring.ts'
import type { Attempt } from '#contract/results.ts'
import { pluralize } from '#core/text.ts'
import { endpointQuery } from '../../../client/endpoint-query.ts'
import { formatDateTime } from '../../../ui/format-time.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { isRunning } from './attempt-facts.ts'
import css from './attempt-places.module.css'

const refetchMs = 30_000

/** The networks and devices that an attempt was taken from. */
export function AttemptPlaces({ attempt }: { attempt: Attempt }) {
  const { data, isLoadingError, refetch } = useQuery({
    ...endpointQuery(listAttemptPlaces, { params: { attemptId: attempt._id } }),
    refetchInterval: isRunning(attempt) && refetchMs,
  })
  return (
    <section className={css.places} aria-labelledby="taken-from">
      <h3 id="taken-from">Taken from</h3>
      {isLoadingError && (
        <Notice tone="danger" onRetry={refetch}>
          Where this attempt was taken from could not be loaded.
        </Notice>
      )}
      {!data && !isLoadingError && <Skeleton height="56px" />}
      {data?.some(({ isAtOnce }) => isAtOnce) && (
        <Notice tone="warn">
          Two places at once: this attempt was open on more than one device at the same time.
          Somebody may have helped, or the student changed devices and left the first one open.
        </Notice>
      )}
      {data?.length === 0 && <p className={css.none}>Nothing is kept about this attempt.</p>}
      {data && data.length > 0 && (
        <ul>
          {data.map((place) => (
            <Place key={`${place.firstAt} ${place.address} ${place.device}`} place={place} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Place({ place }: { place: AttemptPlace }) {
  const { address, device, firstAt, lastAt, calls, isAtOnce } = place
  return (
    <li data-at-once={isAtOnce || undefined}>
      <IconDeviceDesktop size={18} stroke={1.75} aria-hidden="true" />
      <div>
        <b>{device}</b> at {address}
        {isAtOnce && <span className={css.flag}>At the same time as another</span>}
        <p>
          {firstAt === lastAt
            ? formatDateTime(firstAt)
            : `${formatDateTime(firstAt)} to ${formatDateTime(lastAt)}`}
          , {pluralize(calls, 'request')}
        </p>
      </div>
    </li>
  )
}
