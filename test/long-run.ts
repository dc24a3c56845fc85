/** `LONG=1` runs the long form of the specs that have one. */
export const isLongRun = process.env.LONG === '1'

export function pickByRunLength<T>(long: T, short: T): T {
  return isLongRun ? long : short
}
