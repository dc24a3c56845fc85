import type { IncidentGroup } from '#contract/incidents.ts'
import { formatTimeWithSeconds } from '../../ui/format-time.ts'
import { describeOutage } from './describe-incident.ts'
import css from './incidents.module.css'

const [width, height] = [640, 150]

/** One line a student, broken while the device was offline. */
export function OutageChart({ group }: { group: IncidentGroup }) {
  const spans = group.members.map(({ at, durationMs, ended }) => ({
    from: Date.parse(at),
    until: durationMs === null ? null : Date.parse(at) + durationMs,
    endedAt: ended && Date.parse(ended.at),
  }))
  const from = Math.min(...spans.map((span) => span.from))
  const until = Math.max(...spans.map((span) => span.until ?? span.endedAt ?? span.from))
  const marginMs = Math.max(10_000, (until - from) * 0.4)
  const [start, end] = [from - marginMs, until + marginMs]
  const toX = (at: number) => ((Math.min(Math.max(at, start), end) - start) / (end - start)) * width
  const others = Math.max(0, group.running - spans.length)
  const step = height / (spans.length + others + 1)
  const toPath = (row: number, one: number, other: number) =>
    `M${toX(one).toFixed(1)} ${(row * step).toFixed(1)}H${toX(other).toFixed(1)}`
  const online = [
    ...spans.map((span, row) => toPath(row + 1, start, span.from)),
    ...spans.flatMap((span, row) =>
      span.until === null || span.endedAt !== null ? [] : [toPath(row + 1, span.until, end)],
    ),
    ...Array.from({ length: others }, (_, row) => toPath(spans.length + row + 1, start, end)),
  ]
  const offline = spans.map((span, row) =>
    toPath(row + 1, span.from, span.until ?? span.endedAt ?? end),
  )
  return (
    <figure className={css.chart}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={describeOutage(group)}
      >
        <path className={css.online} d={online.join('')} />
        <path className={css.offline} d={offline.join('')} />
        {spans.map(
          ({ endedAt }, row) =>
            endedAt !== null && (
              <rect
                key={group.members[row]?._id}
                className={css.end}
                x={toX(endedAt) - 2.5}
                y={(row + 1) * step - 2.5}
                width={5}
                height={5}
              />
            ),
        )}
      </svg>
      <figcaption aria-hidden="true">
        <span>{formatTimeWithSeconds(from)}</span>
        <span>{formatTimeWithSeconds(until)}</span>
      </figcaption>
    </figure>
  )
}
