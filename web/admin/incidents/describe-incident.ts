import { formatDuration, pluralize } from '#contract/format.ts'
import { incidentKindNames, outcomeNames } from '#contract/incident-labels.ts'
import type { IncidentGroup, IncidentMember, SkippedIncident } from '#contract/incidents.ts'
import { measureLengths } from '#core/proctoring/incident-clusters.ts'
import type { IncidentKind } from '#core/proctoring/incident-kinds.ts'
import type { Misfit, Outcome } from '#core/proctoring/incident-outcomes.ts'
import { toStudentLabel } from '#core/students/namesakes.ts'
import { formatTime, formatTimeWithSeconds } from '../../ui/format-time.ts'

const actions: Readonly<Record<IncidentKind, string>> = {
  offline: 'went offline',
  left: 'left the quiz',
  closed: 'refreshed or closed the page',
  back: 'pressed the back button',
  devtools: 'opened developer tools',
  'two-places': 'were open in two places',
  'time-up': 'ran out of time',
  'ended-by-staff': 'were ended by the institute',
}

/** "58 of 60 went offline at 10:42 am for 94 s", or "Asha Rao: Developer tools opened". */
export function describeGroup({ kind, at, members, running }: IncidentGroup): string {
  const [first] = members
  const length = describeLength(members)
  if (members.length === 1 && first) {
    return `${toStudentLabel(first)}: ${incidentKindNames[kind]}${kind === 'offline' && length ? ` for ${length}` : ''}`
  }
  const students = countStudents(members)
  const share = `${students} of ${Math.max(running, students)}`
  const time = formatTime(Date.parse(at))
  const suffix = kind === 'offline' && length ? ` for ${length}` : ''
  return `${share} ${actions[kind]} at ${time}${suffix}`
}

export function countStudents(members: readonly IncidentMember[]): number {
  return new Set(members.map(({ attemptId }) => attemptId)).size
}

/** "94 s", or "90 to 98 s" where it was not the same for all. */
export function describeLength(members: readonly IncidentMember[]): string {
  const lengths = measureLengths(members)
  if (!lengths) return ''
  const [shortest, longest] = [lengths.shortestMs, lengths.longestMs].map((ms) =>
    Math.round(ms / 1000),
  ) as [number, number]
  if (shortest === longest) return formatSeconds(longest)
  return longest < 120
    ? `${shortest} to ${formatSeconds(longest)}`
    : `${formatSeconds(shortest)} to ${formatSeconds(longest)}`
}

/** "94 s": minutes only from two on. */
function formatSeconds(seconds: number): string {
  return seconds < 120 ? `${seconds}\u00a0s` : formatDuration(seconds * 1000)
}

/** Sums up how the attempts went on: "51 went on. 7 were ended. 12 wrote a sentence." */
export function describeCourse({ members }: IncidentGroup): string {
  const ended = members.filter((member) => member.ended !== null).length
  const wentOn = members.length - ended
  const writers = members.filter(({ statement }) => statement !== null).length
  const [first] = members
  if (members.length === 1 && first) {
    return [describeState(first), first.statement ? '' : 'No statement yet.']
      .filter(Boolean)
      .join(' ')
  }
  return [
    wentOn > 0 && `${wentOn} went on.`,
    ended > 0 && `${ended} ${ended === 1 ? 'was' : 'were'} ended.`,
    writers > 0 && `${pluralize(writers, 'student')} wrote a sentence.`,
  ]
    .filter(Boolean)
    .join(' ')
}

export function describeState({ status, ended, answered, totalQuestions }: IncidentMember): string {
  const share = `${answered} of ${totalQuestions} answered`
  if (status === 'void') return `Void, with ${share}.`
  if (status === 'running') return ended ? `Open again, ${share}.` : `Still running, ${share}.`
  return ended ? `Ended with ${share}.` : `Went on, and is over now, with ${share}.`
}

/** For the chart: the same as it shows. */
export function describeOutage({ members, running }: IncidentGroup): string {
  const starts = members.map(({ at }) => Date.parse(at))
  const ends = members.flatMap(({ at, durationMs }) =>
    durationMs === null ? [] : [Date.parse(at) + durationMs],
  )
  const ended = members.filter((member) => member.ended !== null).length
  return [
    `${Math.max(running, members.length)} lines, one a student.`,
    `${members.length} break off from ${formatTimeWithSeconds(Math.min(...starts))} on.`,
    ends.length > 0 && `${ends.length} come back by ${formatTimeWithSeconds(Math.max(...ends))}.`,
    ended > 0 && `${ended} ${ended === 1 ? 'was' : 'were'} ended.`,
  ]
    .filter(Boolean)
    .join(' ')
}

const misfitLabels: Readonly<Record<Misfit, string>> = {
  running: 'still running',
  'another-running': 'another attempt is running',
  finished: 'finished, or ended by staff',
  'no-time-left': 'no time was left',
  void: 'void',
}

type OutcomeText = { readonly name: string; readonly meaning: string; readonly action: string }

/** The name of a choice, its effect and its button's label, for the members it fits. */
export function describeOutcome(outcome: Outcome, members: readonly IncidentMember[]): OutcomeText {
  const [only] = members
  const one = members.length === 1 ? only : undefined
  const attempts = one ? 'attempt' : `${members.length} attempts`
  switch (outcome) {
    case 'no-consequence': {
      const action = one ? 'Close the incident' : `Close ${members.length} incidents`
      return { name: 'No consequence', meaning: describeNoConsequence(members), action }
    }
    case 'reopened':
      return describeTimeBack(members)
    case 'new-attempt':
      return {
        name: 'New attempt',
        meaning: 'A fresh paper; this one is kept for comparison.',
        action: one ? 'Grant a new attempt' : `Grant ${members.length} new attempts`,
      }
    case 'kept':
      return {
        name: 'Keep as it is',
        meaning: one
          ? `${one.answered} of ${one.totalQuestions} answered; this counts when results are released.`
          : 'What was answered counts when results are released.',
        action: `Keep ${attempts}`,
      }
    case 'voided':
      return {
        name: one ? 'Attempt void' : 'Attempts void',
        meaning: 'Kept, but counted nowhere.',
        action: `Make ${attempts} void`,
      }
  }
}

function describeNoConsequence(members: readonly IncidentMember[]): string {
  const [only] = members
  if (members.length !== 1 || !only)
    return 'Running attempts go on, and what was answered in the others counts.'
  if (only.status === 'running') return 'The attempt goes on; the incident is closed.'
  if (only.status === 'void') return 'The attempt stays void; the incident is closed.'
  return `${only.answered} of ${only.totalQuestions} answered; this counts when results are released.`
}

/** Says which students a press left as they were: "Asha Rao was decided by somebody else before. 1 stays open: …" */
export function describeSkippedIncidents(skipped: readonly SkippedIncident[]): string {
  const before = skipped.filter(({ because }) => because === 'decided')
  const open = skipped.flatMap(({ studentName, because }) =>
    because === 'decided' ? [] : [`${studentName} (${misfitLabels[because]})`],
  )
  const sentences = []
  if (before.length > 0) {
    const names = listSome(before.map(({ studentName }) => studentName))
    const are = before.length === 1 ? 'was' : 'were'
    sentences.push(
      `${names} ${are} decided by somebody else before, and nothing was changed there.`,
    )
  }
  if (open.length > 0)
    sentences.push(
      `${open.length === 1 ? '1 stays' : `${open.length} stay`} open: ${listSome(open)}.`,
    )
  return sentences.join(' ')
}

function listSome(names: readonly string[]): string {
  const more = names.length > 5 ? ` and ${names.length - 5} more` : ''
  return `${names.slice(0, 5).join(', ')}${more}`
}

function describeTimeBack(members: readonly IncidentMember[]): OutcomeText {
  const [only] = members
  const running = members.filter(({ status }) => status === 'running').length
  const ended = members.length - running
  if (members.length === 1 && only) {
    return only.status === 'running'
      ? {
          name: 'Give the time back',
          meaning: `The deadline moves by ${formatDuration(only.lostMs)}.`,
          action: 'Give the time back',
        }
      : {
          name: 'Reopen with the time left',
          meaning: `Goes on with ${formatDuration(only.leftMs)}.`,
          action: 'Reopen attempt',
        }
  }
  return {
    name: 'Give their time back',
    meaning: [
      running > 0 && `${running} running ${running === 1 ? 'gets' : 'get'} the time that was lost.`,
      ended > 0 &&
        `${ended} ended ${ended === 1 ? 'is' : 'are'} reopened with the time each had left.`,
    ]
      .filter(Boolean)
      .join(' '),
    action: `Give ${members.length} their time back`,
  }
}

export function describeDecision({
  outcome,
  givenMs,
}: NonNullable<IncidentMember['decision']>): string {
  return givenMs ? `${formatDuration(givenMs)} given back` : outcomeNames[outcome]
}

/** "2 stay open: Asha Rao (still running), Bimal Das (void) and 3 more." */
export function describeMisfits(outcome: Outcome, members: readonly IncidentMember[]): string {
  const named = members.flatMap((member) => {
    const misfit = member.misfits[outcome]
    return misfit ? [`${toStudentLabel(member)} (${misfitLabels[misfit]})`] : []
  })
  if (named.length === 0) return ''
  return `${named.length === 1 ? '1 stays' : `${named.length} stay`} open: ${listSome(named)}.`
}
