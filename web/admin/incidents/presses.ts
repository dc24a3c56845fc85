import { formatCount } from '#contract/format.ts'
import type { IncidentGroup, IncidentMember } from '#contract/incidents.ts'
import { describeDecision, describeGroup } from './describe-incident.ts'

type Decision = NonNullable<IncidentMember['decision']>

/** Describes the decision of one press; the time given back only where all got the same. */
export function describePress(decisions: readonly Decision[]): string {
  const [first] = decisions
  if (!first) return ''
  const isSameForAll = decisions.every(({ givenMs }) => givenMs === first.givenMs)
  return isSameForAll ? describeDecision(first) : 'Time given back'
}

/** Incidents that were decided together, each group with the members it was about. */
export type Press = { readonly decisionId: string; readonly groups: readonly IncidentGroup[] }

/** The presses of a day, newest first. */
export function listPresses(
  groups: readonly IncidentGroup[],
  isThatDay: (at: number) => boolean,
): readonly Press[] {
  const parts = groups.flatMap((group) => {
    const decided = group.members.filter(
      ({ decision }) => decision && isThatDay(Date.parse(decision.at)),
    )
    return [...Map.groupBy(decided, ({ decision }) => decision?._id ?? '')].map(
      ([decisionId, members]) => ({ decisionId, group: { ...group, members } }),
    )
  })
  return [...Map.groupBy(parts, ({ decisionId }) => decisionId)]
    .map(([decisionId, own]) => ({ decisionId, groups: own.map(({ group }) => group) }))
    .toSorted((one, other) => getDecidedAt(other) - getDecidedAt(one))
}

function getDecidedAt({ groups: [group] }: Press): number {
  return Date.parse(group?.members[0]?.decision?.at ?? '')
}

/** "3 single incidents", or what the one is called. */
export function describePressed({ groups }: Press): string {
  const [first] = groups
  return groups.length === 1 && first
    ? describeGroup(first)
    : `${formatCount(groups.length)} single incidents`
}
