import { pluralize } from '#contract/format.ts'
import { toClosingMinute } from '#contract/institute-clock.ts'
import type { KeyReveal } from '#contract/key-guard.ts'
import { formatDayOfYear, formatTime } from '../../ui/format-time.ts'

/** "28 Nov, 6:00 pm" */
const formatDayAndTime = (ms: number) => `${formatDayOfYear(ms)}, ${formatTime(ms)}`

/** "Evening B12, 24 students, sits this test on 28 Nov, 6:00 pm: the answers would be known." */
export function describeReveal({ stillToSit }: Pick<KeyReveal, 'stillToSit'>, now: number): string {
  const groups = stillToSit.map((group) => describeGroup(group, now))
  return `${groups.join('; ')}: the answers would be known.`
}

type Group = KeyReveal['stillToSit'][number]

function describeGroup({ kind, name, students, opensAt, until }: Group, now: number): string {
  const count = pluralize(students, 'student')
  const isOne = students === 1
  if (kind === 'running') {
    return `${count} ${isOne ? 'is' : 'are'} taking this test now${toEnd(until)}`
  }
  if (kind === 'again') return `${count} may take this test once more`
  const who = {
    batch: `${name}, ${count},`,
    everyone: `Everyone else, ${count},`,
    students: `${pluralize(students, 'named student')}`,
  }[kind]
  const isComing = opensAt !== null && Date.parse(opensAt) > now
  if (!isComing) return `${who} may start this test${toEnd(until) || ' from now on'}`
  const sits = kind === 'students' && !isOne ? 'sit' : 'sits'
  return `${who} ${sits} this test on ${formatDayAndTime(Date.parse(opensAt))}`
}

function toEnd(until: string | null): string {
  return until === null ? '' : ` until ${formatDayAndTime(toClosingMinute(Date.parse(until)))}`
}
