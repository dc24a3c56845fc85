import { useLayoutEffect, useRef, useState } from 'react'
import { formatCount, pluralize } from '#contract/format.ts'
import { bandMessages, getScoreBand, type ScoreBand } from '#core/grading/percentage.ts'
import { Card } from '../../ui/card.tsx'
import css from './score-distribution.module.css'

/** The table below has the same data. Drawn as wide as its card, so that words keep their size. */
export function ScoreDistribution({ percentages }: { percentages: readonly number[] }) {
  const [chart, width] = useWidth()
  return (
    <Card padded className={css.card}>
      <div className={css.head}>
        <h2>Score distribution</h2>
        <span>Students per score band, in %</span>
      </div>
      <div ref={chart} className={css.chart}>
        {width > 0 && (
          <ScoreHistogram
            percentages={percentages}
            width={width}
            label={describeDistribution(percentages)}
          />
        )}
      </div>
    </Card>
  )
}

/** In whole pixels; 0 until it is known. */
function useWidth() {
  const element = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    const measure = () => setWidth(current.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  return [element, width] as const
}

function describeDistribution(percentages: readonly number[]) {
  const { practising, good, excellent } = countPerBand(percentages)
  return [
    `Score distribution of ${pluralize(percentages.length, 'attempt')}:`,
    `${practising} below 60 percent (${bandMessages.practising}),`,
    `${good} from 60 to under 80 (${bandMessages.good}),`,
    `${excellent} at 80 or above (${bandMessages.excellent})`,
  ].join(' ')
}

type ScoreHistogramProps = {
  readonly percentages: readonly number[]
  readonly width: number
  readonly label: string
}

const left = 30
const baseline = 200
const top = 35
const bands = [
  { band: 'practising', from: 0, to: 60 },
  { band: 'good', from: 60, to: 80 },
  { band: 'excellent', from: 80, to: 100 },
] as const satisfies readonly { band: ScoreBand; from: number; to: number }[]

function ScoreHistogram({ percentages, width, label }: ScoreHistogramProps) {
  const bins = countPerBin(percentages)
  const ticks = chooseTicks(Math.max(1, ...bins))
  const highest = ticks.at(-1) ?? 1
  const step = (width - left - 6) / binCount
  const isNarrow = step < 50
  const xOf = (percentage: number) => left + (percentage / 10) * step
  const yOf = (count: number) => baseline - ((baseline - top) * count) / highest
  return (
    <svg
      viewBox={`0 0 ${width} ${isNarrow ? 276 : 262}`}
      width={width}
      role="img"
      aria-label={label}
      className={css.bars}
    >
      {ticks.map((tick) => (
        <g key={tick}>
          <path d={`M${left} ${yOf(tick)}H${width}`} className={css.line} />
          <text x={left - 10} y={yOf(tick) + 4} textAnchor="end">
            {formatCount(tick)}
          </text>
        </g>
      ))}
      {bins.map((count, index) => {
        const inset = isNarrow ? 3 : 9
        const x = xOf(index * 10) + inset
        return count === 0 ? null : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a bin is its place
          <g key={index}>
            <path
              d={toBarPath(x, yOf(count), step - 2 * inset)}
              data-band={getScoreBand(index * 10)}
              className={css.bar}
            />
            <text
              x={xOf(index * 10 + 5)}
              y={yOf(count) - 8}
              textAnchor="middle"
              className={css.count}
            >
              {formatCount(count)}
            </text>
          </g>
        )
      })}
      {Array.from({ length: binCount + 1 }, (_, index) => index * 10)
        .filter((percentage) => !isNarrow || percentage % 20 === 0)
        .map((percentage) => (
          <text
            key={percentage}
            x={xOf(percentage)}
            y={219}
            textAnchor={percentage === 100 ? 'end' : 'middle'}
          >
            {percentage}
          </text>
        ))}
      {bands.map(({ band, from, to }) => (
        <g key={band}>
          <path d={`M${xOf(from) + 5} 238H${xOf(to) - 5}`} data-band={band} className={css.band} />
          <text x={xOf((from + to) / 2)} y={257} textAnchor="middle" className={css.message}>
            {splitLabel(bandMessages[band], isNarrow && to - from < 40).map((line, index) => (
              <tspan key={line} x={xOf((from + to) / 2)} dy={index * 15}>
                {line}
              </tspan>
            ))}
          </text>
        </g>
      ))}
    </svg>
  )
}

/** Rounded corners at the top, square ones at the bottom. */
function toBarPath(x: number, y: number, width: number) {
  const radius = Math.min(5, baseline - y)
  const across = width - 2 * radius
  return `M${x} ${baseline}V${y + radius}q0 ${-radius} ${radius} ${-radius}h${across}q${radius} 0 ${radius} ${radius}V${baseline}z`
}

function splitLabel(text: string, isSplit: boolean) {
  return isSplit ? text.split(' ') : [text]
}

const binCount = 10

/** Counts scores of 0 to under 10 per cent, 10 to under 20, and so on; the last bin includes 100. */
export function countPerBin(percentages: readonly number[]): readonly number[] {
  const bins = Array.from({ length: binCount }, () => 0)
  for (const percentage of percentages) {
    const at = Math.min(binCount - 1, Math.floor(percentage / 10))
    bins[at] = (bins[at] ?? 0) + 1
  }
  return bins
}

/** At most five round steps that reach the highest bar. */
export function chooseTicks(maxCount: number): readonly number[] {
  const step = [1, 2, 5].flatMap((unit) => [1, 10, 100, 1000].map((ten) => unit * ten))
  const tickStep = step.toSorted((a, b) => a - b).find((width) => maxCount <= width * 5) ?? maxCount
  const count = Math.max(1, Math.ceil(maxCount / tickStep))
  return Array.from({ length: count + 1 }, (_, index) => index * tickStep)
}

type BandCounts = Readonly<Record<ScoreBand, number>>

export function countPerBand(percentages: readonly number[]): BandCounts {
  const counts = { practising: 0, good: 0, excellent: 0 }
  for (const percentage of percentages) counts[getScoreBand(percentage)] += 1
  return counts
}
