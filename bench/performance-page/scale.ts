export type AxisTick = { readonly value: number; readonly label: string }

/** From a value to its place on an axis, 0 to 1. */
export type Scale = {
  readonly place: (value: number) => number
  readonly ticks: readonly AxisTick[]
}

const tickCount = 5
/** Below it an axis ends at 1: there is nothing to be seen. */
const leastHighest = 1e-6

/** From 0 to the first round number that is not below the highest value. */
export function createLinearScale(values: readonly number[]): Scale {
  const most = Math.max(...values, 0)
  const highest = most > leastHighest ? most : 1
  const rough = highest / tickCount
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((digit) => digit * power).find((one) => one >= rough) ?? rough
  const count = Math.ceil(highest / step - 1e-9)
  return {
    place: (value) => value / (count * step),
    ticks: Array.from({ length: count + 1 }, (_, index) => toTick(index * step)),
  }
}

const lowest = 0.1

/** Whole powers of ten around all values; anything below 0.1 is drawn as 0.1. */
export function createLogScale(values: readonly number[]): Scale {
  const logarithms = values.map((value) => Math.log10(Math.max(lowest, value)))
  const from = Math.floor(Math.min(...logarithms) + 1e-9)
  const until = Math.max(from + 1, Math.ceil(Math.max(...logarithms) - 1e-9))
  return {
    place: (value) => (Math.log10(Math.max(lowest, value)) - from) / (until - from),
    ticks: Array.from({ length: until - from + 1 }, (_, index) => toTick(10 ** (from + index))),
  }
}

const nines = [0, 50, 90, 99, 99.9]
/** The place of 100 %, the slowest of all. */
const mostNines = 3.5

/** Percentiles, each nine as wide as the one before it. */
export function createPercentileScale(): Scale {
  const place = (percent: number) =>
    Math.min(mostNines, -Math.log10(Math.max(1e-9, 1 - percent / 100))) / mostNines
  return {
    place,
    ticks: [
      ...nines.map((value) => ({ value, label: `${value} %` })),
      { value: 100, label: 'the slowest' },
    ],
  }
}

function toTick(value: number): AxisTick {
  const rounded = Number(value.toPrecision(3))
  return { value: rounded, label: rounded.toLocaleString('en', { maximumFractionDigits: 3 }) }
}
