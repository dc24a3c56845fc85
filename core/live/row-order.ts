import type { PresenceState } from './presence.ts'

/** The fields that decide the place of a row on the live screen. Times are ISO strings. */
export type OrderedRow = {
  readonly studentId: string
  readonly name: string
  readonly state: PresenceState
  readonly since: string | null
  readonly endsAt: string | null
  readonly finishReason?: string | undefined
}

export const rowSorts = ['attention', 'name', 'time-left'] as const
export type RowSort = (typeof rowSorts)[number]

export const rowGroups = ['needs-review', 'here', 'not-started', 'finished'] as const
export type RowGroup = (typeof rowGroups)[number]

/** The ids of a group's rows, in their order. */
export type Arrangement<Group extends string = RowGroup | 'all'> = readonly {
  readonly group: Group
  readonly ids: readonly string[]
}[]

/** Ended by neither the student nor the clock. */
export function isForcedEnd(finishReason: string | undefined): boolean {
  return (
    finishReason !== undefined && finishReason !== 'Completed' && finishReason !== 'Time expired'
  )
}

export function getGroup({ state, finishReason }: OrderedRow): RowGroup {
  switch (state) {
    case 'here':
    case 'not-started':
      return state
    case 'finished':
      return isForcedEnd(finishReason) ? 'needs-review' : 'finished'
    default:
      return 'needs-review'
  }
}

/** States in the order in which a teacher should look at them. */
const troubleRanks: Readonly<Record<PresenceState, number>> = {
  offline: 0,
  away: 1,
  quiet: 2,
  finished: 3,
  paused: 4,
  here: 5,
  'not-started': 6,
}

/** Trouble first, by kind and then the longest; all else by name. Other sorts have no groups. */
export function arrangeRows(rows: readonly OrderedRow[], sort: RowSort): Arrangement {
  if (sort !== 'attention') {
    const compare = sort === 'name' ? compareNames : compareTimeLeft
    return [{ group: 'all', ids: rows.toSorted(compare).map(({ studentId }) => studentId) }]
  }
  return rowGroups.flatMap((group) => {
    const compare = group === 'needs-review' ? compareTrouble : compareNames
    const members = rows.filter((row) => getGroup(row) === group).toSorted(compare)
    const ids = members.map(({ studentId }) => studentId)
    return ids.length > 0 ? [{ group, ids }] : []
  })
}

/**
 * The rows as they stand, while somebody is among them: none moves or comes in, and those that are
 * gone leave their place. `moves` is how many would have another place if they were sorted now.
 */
export function holdArrangement<Group extends string>(
  held: Arrangement<Group>,
  sorted: Arrangement<Group>,
): { readonly shown: Arrangement<Group>; readonly moves: number } {
  const places = new Map(
    sorted
      .flatMap(({ group, ids }) => ids.map((id) => [id, group] as const))
      .map(([id, group], place) => [id, { group, place }]),
  )
  const shown = held.flatMap(({ group, ids }) => {
    const left = ids.filter((id) => places.has(id))
    return left.length > 0 ? [{ group, ids: left }] : []
  })
  const kept = shown.flatMap(({ group, ids }) =>
    ids.filter((id) => places.get(id)?.group === group).map((id) => places.get(id)?.place ?? 0),
  )
  return { shown, moves: places.size - countLongestRise(kept) }
}

/** The length of the longest subsequence that rises: so many can stay where they are. */
function countLongestRise(numbers: readonly number[]): number {
  const ends: number[] = []
  for (const number of numbers) {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle] ?? 0) < number) low = middle + 1
      else high = middle
    }
    ends[low] = number
  }
  return ends.length
}

function compareTrouble(one: OrderedRow, other: OrderedRow): number {
  return (
    troubleRanks[one.state] - troubleRanks[other.state] ||
    compareText(one.since ?? '', other.since ?? '') ||
    compareNames(one, other)
  )
}

/** The shortest first; those without a clock last. */
function compareTimeLeft(one: OrderedRow, other: OrderedRow): number {
  const [end, otherEnd] = [one, other].map(({ endsAt, state }) =>
    endsAt === null || state === 'finished' ? '~' : endsAt,
  ) as [string, string]
  return compareText(end, otherEnd) || compareNames(one, other)
}

const names = new Intl.Collator('en', { sensitivity: 'base' })

function compareNames(one: OrderedRow, other: OrderedRow): number {
  return names.compare(one.name, other.name) || compareText(one.studentId, other.studentId)
}

function compareText(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
