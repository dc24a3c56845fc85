import { type IncidentKind, isExpectedEnd } from './incident-kinds.ts'

/** Events of one kind that begin within this time of the first one are one incident. */
export const clusterWindowMs = 30_000

export type ClusterMember = {
  /** The incident's id. */
  readonly id: string
  readonly examId: string
  readonly attemptId: string
  readonly kind: IncidentKind
  readonly at: number
  readonly receivedAt: number
  /** The cluster that it was decided with; null while it is open. */
  readonly decidedWith: string | null
  /** Nothing came of it: it counts only as one of several. */
  readonly isPassing: boolean
}

export type IncidentCluster<M extends ClusterMember> = {
  readonly id: string
  readonly examId: string
  readonly kind: IncidentKind
  /** When the first one began. */
  readonly at: number
  /** Oldest first; one alone is a single incident. */
  readonly members: readonly M[]
}

/**
 * Everything of one kind in one exam that begins within 30 s of the first is one incident: a chain
 * from one to the next could join a whole exam. What was decided together stays together; what
 * arrives late joins it if it begins within 30 s of its first, before or after. One attempt alone
 * makes no cluster, and ends that were to come have no cause in common. A silence that passed is left
 * out where it stands alone.
 */
export function clusterIncidents<M extends ClusterMember>(
  members: readonly M[],
): readonly IncidentCluster<M>[] {
  const sorted = members.toSorted(compareMembers)
  const byKind = Map.groupBy(sorted, ({ examId, kind }) => `${examId} ${kind}`)
  const clusters = [...byKind.values()].flatMap((own) => groupInTime(own).flatMap(splitSingles))
  return clusters.filter(({ members }) => members.length > 1 || !members[0]?.isPassing)
}

type Group<M> = { readonly id: string; readonly members: M[] }

function groupInTime<M extends ClusterMember>(sorted: readonly M[]): readonly Group<M>[] {
  const decided = [...Map.groupBy(sorted, ({ decidedWith }) => decidedWith)].flatMap(([id, own]) =>
    id === null ? [] : [{ id, at: own[0]?.at ?? 0, members: [...own] }],
  )
  const groups: M[][] = []
  for (const member of sorted) {
    if (member.decidedWith !== null) continue
    const near = decided
      .filter(({ at }) => isNear(at, member))
      .toSorted((one, other) => Math.abs(one.at - member.at) - Math.abs(other.at - member.at))[0]
    const last = groups.at(-1)
    if (near) near.members.push(member)
    else if (last?.[0] && isNear(last[0].at, member)) last.push(member)
    else groups.push([member])
  }
  return [
    ...decided.map(({ id, members }) => ({ id, members: members.toSorted(compareMembers) })),
    ...groups.map((own) => ({ id: findFirstReceived(own).id, members: own })),
  ]
}

function isNear(first: number, { at }: ClusterMember): boolean {
  return Math.abs(at - first) <= clusterWindowMs
}

/** Stays the same when more of it arrives. */
function findFirstReceived<M extends ClusterMember>(members: readonly M[]): M {
  return members.toSorted(
    (one, other) => one.receivedAt - other.receivedAt || (one.id < other.id ? -1 : 1),
  )[0] as M
}

function splitSingles<M extends ClusterMember>({ id, members }: Group<M>): IncidentCluster<M>[] {
  const attempts = new Set(members.map(({ attemptId }) => attemptId))
  if (attempts.size > 1 && !members.some(({ kind }) => isExpectedEnd(kind)))
    return [toCluster(id, members)]
  return members.map((member) => toCluster(member.id, [member]))
}

function toCluster<M extends ClusterMember>(id: string, members: readonly M[]): IncidentCluster<M> {
  const [first] = members as [M, ...M[]]
  return { id, examId: first.examId, kind: first.kind, at: first.at, members }
}

function compareMembers(one: ClusterMember, other: ClusterMember): number {
  return one.at - other.at || (one.id < other.id ? -1 : 1)
}

/** The shortest and the longest known time away, in milliseconds; null if none is known. */
export function measureLengths(
  members: readonly { readonly durationMs: number | null }[],
): { readonly shortestMs: number; readonly longestMs: number } | null {
  const known = members.flatMap(({ durationMs }) => (durationMs === null ? [] : [durationMs]))
  if (known.length === 0) return null
  return { shortestMs: Math.min(...known), longestMs: Math.max(...known) }
}
