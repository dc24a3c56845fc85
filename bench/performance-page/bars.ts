import { formatFigure } from './format-figure.ts'
import type { Scale } from './scale.ts'
import { drawLegend, drawText, round, titleHeight, width, wrapSvg } from './svg.ts'

export type Bar = {
  readonly name: string
  readonly parts: readonly { readonly name: string; readonly value: number }[]
}

const barHeight = 20
const barGap = 12
const barLeft = 190
/** For the sum behind each bar. */
const barRight = 76
const headHeight = 40
const footHeight = 46

/** Horizontal bars, each of which may be a sum of parts. */
export function drawBars(title: string, label: string, scale: Scale, bars: readonly Bar[]): string {
  const top = titleHeight + headHeight
  const bottom = top + bars.length * (barHeight + barGap)
  const barsWidth = width - barLeft - barRight
  const toX = (value: number) => barLeft + scale.place(value) * barsWidth
  const names = [...new Set(bars.flatMap(({ parts }) => parts.map(({ name }) => name)))]
  const grid = scale.ticks.map(
    ({ value, label: tick }) =>
      `<path class="grid" d="M${round(toX(value))} ${top - 6}V${bottom}"/>${drawText(toX(value), bottom + 16, tick, { anchor: 'middle' })}`,
  )
  const drawn = bars.map(({ name, parts }, index) => {
    const y = top + index * (barHeight + barGap)
    let sum = 0
    const rects = parts.map((part) => {
      const x = toX(sum)
      sum += part.value
      const className = `bar c${names.indexOf(part.name)}`
      return `<rect class="${className}" x="${round(x)}" y="${y}" width="${round(toX(sum) - x)}" height="${barHeight}"/>`
    })
    const total = drawText(toX(sum) + 6, y + 14, formatFigure(sum))
    return drawText(barLeft - 8, y + 14, name, { anchor: 'end' }) + rects.join('') + total
  })
  return wrapSvg(title, bottom + footHeight, [
    drawText(16, 22, title, { className: 'title' }),
    ...(names.length > 1 ? names.map((name, index) => drawLegend(name, index, top - 14)) : []),
    ...grid,
    ...drawn,
    drawText(barLeft + barsWidth / 2, bottom + footHeight - 8, label, { anchor: 'middle' }),
  ])
}
