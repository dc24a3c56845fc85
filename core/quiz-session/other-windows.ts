/** Which windows of this browser have the same attempt open. */
export type OtherWindows = {
  readonly otherWindows: readonly string[]
  /** Those of them that were asked whether they are still there, and have not replied. */
  readonly silentWindows: readonly string[]
  /** Another window was open, and may have ended the attempt in the meantime. */
  readonly wasShared: boolean
}

export const noOtherWindows: OtherWindows = {
  otherWindows: [],
  silentWindows: [],
  wasShared: false,
}

/** Another window says that it has the attempt open. */
export function addWindow<S extends OtherWindows>(session: S, from: string): S {
  const others = removeWindow(session, from)
  return { ...others, otherWindows: [...others.otherWindows, from], wasShared: true }
}

export function removeWindow<S extends OtherWindows>(session: S, from: string): S {
  const isOther = (one: string) => one !== from
  const otherWindows = session.otherWindows.filter(isOther)
  return { ...session, otherWindows, silentWindows: session.silentWindows.filter(isOther) }
}

const hello = { type: 'broadcast', message: { type: 'hello' } } as const

/**
 * A window that crashed, or was closed in haste, says no bye: one that has not replied by the next
 * ping is gone.
 */
export function pingWindows<S extends OtherWindows>(
  session: S,
): readonly [S, readonly (typeof hello)[]] {
  const { silentWindows } = session
  const otherWindows = session.otherWindows.filter((one) => !silentWindows.includes(one))
  const next = { ...session, otherWindows, silentWindows: otherWindows }
  return [next, otherWindows.length > 0 ? [hello] : []]
}
