import { IconFlag } from '@tabler/icons-react'
import { afterLastWeek, months } from '#institute/course.ts'
import { highlightedFaces, layerFaces, StackLayer } from '../../illustrations/stack-layer.tsx'
import { Card } from '../../ui/card.tsx'
import { SampleLabel } from '../sample-label.tsx'
import { BuildIllustration } from './build-illustration.tsx'
import css from './syllabus.module.css'

/** The number of the first week of each month. */
const firstWeeks = months.map((_, at) => 1 + months.slice(0, at).flatMap((m) => m.weeks).length)

export function Syllabus() {
  return (
    <>
      <ol className={css.months}>
        {months.map((month, at) => (
          <li key={month.title} id={`month-${at + 1}`} className={css.month}>
            <GrowingStackIllustration layers={at + 1} />
            <Card className={css.card}>
              <div className={css.words}>
                <p className={css.number}>Month {at + 1}</p>
                <h3>{month.title}</h3>
                <ol className={css.weeks}>
                  {month.weeks.map((text, week) => (
                    <li key={text} id={`week-${(firstWeeks[at] ?? 1) + week}`}>
                      <b>Week {(firstWeeks[at] ?? 1) + week}</b>
                      <span>{text}</span>
                    </li>
                  ))}
                </ol>
                <SampleLabel part={month} />
              </div>
              <div className={css.build}>
                <div className={css.picture}>
                  <BuildIllustration of={month.picture} />
                </div>
                <p>
                  <b>You build</b>
                  {month.builds}
                </p>
              </div>
            </Card>
          </li>
        ))}
      </ol>
      <div className={css.after}>
        <IconFlag stroke={1.75} aria-hidden="true" />
        <div>
          <p>
            <b>After week {months.flatMap(({ weeks }) => weeks).length}.</b> {afterLastWeek.text}
          </p>
          <SampleLabel part={afterLastWeek} />
        </div>
      </div>
    </>
  )
}

const faces = [...layerFaces, highlightedFaces]

/** The stack up to a layer, in the outline of the whole. */
function GrowingStackIllustration({ layers }: { layers: number }) {
  const outline = 126 - layers * 16
  return (
    <svg viewBox="0 0 150 156" className={css.stack} aria-hidden="true">
      {layers < faces.length && (
        <path
          d={`M16 ${outline}V33L75 6L134 33V${outline}`}
          fill="none"
          stroke="var(--control-border)"
          strokeWidth="1.6"
          strokeDasharray="4 5"
          strokeLinejoin="round"
          strokeLinecap="round"
        />
      )}
      {faces.slice(0, layers).map((colours, level) => (
        <StackLayer
          key={colours.top}
          x={75}
          y={86 - level * 16}
          halfWidth={59}
          halfDepth={27}
          thickness={9}
          edge={2.5}
          faces={colours}
        />
      ))}
    </svg>
  )
}
