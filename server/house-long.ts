/** `LONG=1` runs the long form of the specs that have one. */
export const isLong = process.env.LONG === '1'

export function inLongForm<T>(long: T, short: T): T {
  return isLong ? long : short
}
