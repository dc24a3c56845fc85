import type { Scale } from './scale.ts'
import { drawLegend, drawText, round, titleHeight, width, wrapSvg } from './svg.ts'

/** A gap in a line is `null`. */
export type Line = {
  readonly name: string
  readonly points: readonly (readonly [number, number | null])[]
}

export type Panel = {
  /** The measured quantity, with its unit. */
  readonly label: string
  readonly scale: Scale
  readonly lines: readonly Line[]
}

type Plot = {
  readonly title: string
  readonly xLabel: string
  readonly xScale: Scale
  /** One above the other, over the same axis. */
  readonly panels: readonly Panel[]
}

const left = 64
const right = 24
const plotWidth = width - left - right
const panelHeight = 150
/** Height of the label and the legend above each panel. */
const headHeight = 40
const footHeight = 46

/** An SVG that brings its own background, so that it can be read on any page. */
export function drawPlot({ title, xLabel, xScale, panels }: Plot): string {
  const height = titleHeight + panels.length * (headHeight + panelHeight) + footHeight
  const toX = (value: number) => left + xScale.place(value) * plotWidth
  const bottom = height - footHeight
  const parts = panels.map((panel, index) =>
    drawPanel(panel, toX, titleHeight + index * (headHeight + panelHeight) + headHeight),
  )
  const xTicks = xScale.ticks.map(({ value, label }, index) => {
    const isLast = index === xScale.ticks.length - 1
    const anchor = isLast ? 'end' : 'middle'
    return drawText(isLast ? width - 4 : toX(value), bottom + 18, label, { anchor })
  })
  return wrapSvg(title, height, [
    drawText(16, 22, title, { className: 'title' }),
    ...parts,
    ...xTicks,
    drawText(left + plotWidth / 2, height - 8, xLabel, { anchor: 'middle' }),
  ])
}

function drawPanel(
  { label, scale, lines }: Panel,
  toX: (value: number) => number,
  top: number,
): string {
  const toY = (value: number) => top + (1 - scale.place(value)) * panelHeight
  const grid = scale.ticks.map(({ value, label: tick }) => {
    const y = round(toY(value))
    const line = `<path class="grid" d="M${left} ${y}H${left + plotWidth}"/>`
    return line + drawText(left - 8, y + 4, tick, { anchor: 'end' })
  })
  const legend = lines.map(({ name }, index) => drawLegend(name, index, top - 8))
  const drawn = lines.map(
    ({ points }, index) => `<path class="line c${index}" d="${toPath(points, toX, toY)}"/>`,
  )
  return [drawText(16, top - 26, label), ...legend, ...grid, ...drawn].join('\n')
}

function toPath(
  points: Line['points'],
  toX: (value: number) => number,
  toY: (value: number) => number,
): string {
  let command = 'M'
  let path = ''
  for (const [x, y] of points) {
    if (y !== null) path += `${command}${round(toX(x))} ${round(toY(y))}`
    command = y === null ? 'M' : 'L'
  }
  return path
}
