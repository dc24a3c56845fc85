const earlyMs = 30 * 60_000

type LiveLinkFacts = {
  /** Whether somebody takes the test now. */
  readonly isTaken: boolean
  /** When the windows of the test open and close; of one that is not released nobody comes. */
  readonly windows: readonly {
    readonly opensAt: number
    readonly closesAt: number
    readonly isReleased: boolean
  }[]
}

/** Live has something to show, or will within half an hour. At other times Today leads to it. */
export function isLiveLinked({ isTaken, windows }: LiveLinkFacts, now: number): boolean {
  const isNear = ({ opensAt, closesAt, isReleased }: LiveLinkFacts['windows'][number]) =>
    isReleased && opensAt - earlyMs <= now && now < closesAt
  return isTaken || windows.some(isNear)
}
