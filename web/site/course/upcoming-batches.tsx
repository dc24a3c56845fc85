import { createDateFormatter } from '#contract/date-parts.ts'
import { pastBatchesPath } from '#contract/next-batches.ts'
import { batches } from '#institute/batches.ts'
import { formatDay } from '../../ui/format-time.ts'
import page from '../page.module.css'
import { CourseLinks } from './course-links.tsx'
import css from './upcoming-batches.module.css'

const formatWeekday = createDateFormatter({ weekday: 'long' })

/** In the link to it, too: all of it leaves the page with the last batch. */
export const lastStart = batches.at(-1)?.starts

/** Those that begin later than the page was built; the style sheet hides each once it has begun. */
export function UpcomingBatches() {
  return (
    <section
      id="next-batches"
      data-starts={lastStart}
      className={`${page.page} ${css.batches}`}
      aria-labelledby="next-batches-title"
    >
      <link rel="stylesheet" href={pastBatchesPath} precedence="default" />
      <h2 id="next-batches-title" className={page.sectionTitle}>
        Next batches
      </h2>
      <ol className={css.list}>
        {batches.map(({ course, starts, schedule, detail }) => (
          <li key={`${starts} ${course} ${schedule}`} data-starts={starts}>
            <StartDay of={starts} />
            <div>
              <h3>{course}</h3>
              <p>{schedule}</p>
              {detail && <p>{detail}</p>}
            </div>
            <CourseLinks name={course} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function StartDay({ of: day }: { of: string }) {
  const noon = Date.parse(`${day}T12:00Z`)
  return (
    <p className={css.day}>
      {/* A browser may write a month otherwise than the build did: Sep, Sept. */}
      <time dateTime={day} suppressHydrationWarning>
        {formatDay(noon)}
      </time>
      <span suppressHydrationWarning>{formatWeekday(noon)}</span>
    </p>
  )
}
