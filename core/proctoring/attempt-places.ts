/** One device on one network from which an attempt was taken. */
export type AttemptPlace = {
  readonly address: string
  /** A digest of the browser's own id; null if it has none. */
  readonly deviceId: string | null
  readonly deviceName: string
  readonly firstAt: number
  readonly lastAt: number
}

/**
 * Places used at the same time as another device. A student who moves from one PC to the next does
 * not count, nor does a phone that changes its network.
 */
export function findConcurrentPlaces<Place extends AttemptPlace>(
  places: readonly Place[],
): ReadonlySet<Place> {
  return new Set(
    places.filter((place) =>
      places.some((other) => !isSameDevice(place, other) && isOverlapping(place, other)),
    ),
  )
}

/** A device without an id is identified by its name and its network. */
function isSameDevice(one: AttemptPlace, other: AttemptPlace): boolean {
  if (one.deviceId !== null && other.deviceId !== null) return one.deviceId === other.deviceId
  return one.deviceName === other.deviceName && one.address === other.address
}

function isOverlapping(one: AttemptPlace, other: AttemptPlace): boolean {
  return one.firstAt <= other.lastAt && other.firstAt <= one.lastAt
}
