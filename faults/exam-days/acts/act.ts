import type { Institute } from '../institute.ts'
import type { Pick } from '../pick.ts'

export type Act = {
  /** How often it is drawn, beside the others. */
  readonly weight: number
  /** Does nothing where nothing is there to do it with. */
  run(institute: Institute, pick: Pick): Promise<unknown>
}

export type Acts = Readonly<Record<string, Act>>

export const why = 'As the day wants it'
export const minute = 60_000

/** So many minutes from now, as the calls take a moment. */
export function fromNow({ now }: Institute, minutes: number): string {
  return new Date(now() + minutes * minute).toISOString()
}
