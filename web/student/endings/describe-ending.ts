import { pluralize } from '#contract/format.ts'
import type { FinishReason } from '#core/attempts/attempt.ts'
import { formatTimeWithSeconds } from '../../ui/format-time.ts'

/** How an attempt ended, for its student. Questions are numbers as the student saw them. */
export type Ending = {
  readonly finishReason: string
  readonly saved: readonly number[]
  /** Arrived after the end, and kept for the trainer to decide. */
  readonly late: readonly number[]
  /** Still on this device. */
  readonly unsent: readonly number[]
  /** Chosen after the deadline, or after the student's own finish on another device. */
  readonly declined: readonly number[]
  /** Times in milliseconds since 1970; null where they are not known. */
  readonly endedAt: number | null
  readonly offlineFrom: number | null
  readonly lateAt: number | null
  /** The result is there: it says the rest. */
  readonly isReleased?: true
}

/** Seen from inside, a side panel of the browser is the same as developer tools. */
export const openedBeside = 'Something opened beside the page'

const causes: Partial<Record<FinishReason, string>> = {
  'Time expired': 'The time is over',
  'Auto submission': 'The quiz lost its window',
  'Page refreshed or closed': 'The page was refreshed or closed',
  'Developer tools opened': openedBeside,
  'User pressed back button': 'The back button was pressed',
  'Ended by the institute': 'The institute closed your attempt',
}

export function describeCause(finishReason: string): string {
  return causes[finishReason as FinishReason] ?? 'The quiz was ended'
}

/** The reason of an end in a word or two: the attempt's own, except where it says more than is known. */
export function toReasonLabel(finishReason: string): string {
  return finishReason === 'Developer tools opened' ? openedBeside : finishReason
}

/** Ended by the browser, and not by the student or the clock. */
export function isForced(finishReason: string): boolean {
  return finishReason !== 'Completed' && finishReason !== 'Time expired'
}

/** Not all answers had arrived at the end. */
export function hasLateAnswers({ late, unsent, declined }: Ending): boolean {
  return late.length + unsent.length + declined.length > 0
}

/** "Questions 1 to 3, 7 and 9" */
export function formatQuestionNumbers(numbers: readonly number[]): string {
  const ranges: [first: number, last: number][] = []
  for (const number of numbers.toSorted((one, other) => one - other)) {
    const current = ranges.at(-1)
    if (current && current[1] === number - 1) current[1] = number
    else ranges.push([number, number])
  }
  const parts = ranges.flatMap(([first, last]) =>
    last - first < 2 ? [...new Set([first, last])].map(String) : [`${first} to ${last}`],
  )
  const list = [parts.slice(0, -1).join(', '), parts.at(-1)].filter(Boolean).join(' and ')
  return `${numbers.length === 1 ? 'Question' : 'Questions'} ${list}`
}

export type EndingLine = {
  readonly kind: 'saved' | 'late' | 'unsent' | 'declined' | 'why'
  readonly title: string
  readonly text: string
}

/** Lists the answers that count, those that came late, and the reason of the end. */
export function listEndingLines(ending: Ending): readonly EndingLine[] {
  const { saved, late, unsent, declined } = ending
  const lines: EndingLine[] = [
    saved.length === 0
      ? { kind: 'saved', title: 'No answer was saved', text: 'None had reached us at the end.' }
      : {
          kind: 'saved',
          title: `${pluralize(saved.length, 'answer')} saved and counted`,
          text: formatQuestionNumbers(saved),
        },
  ]
  if (late.length > 0) {
    const [they, count, them] =
      late.length === 1 ? ['It', 'counts', 'it'] : ['They', 'count', 'them']
    lines.push({
      kind: 'late',
      title: `${pluralize(late.length, 'answer')} kept as late`,
      text: `${formatQuestionNumbers(late)}. ${they} ${count} only if your trainer accepts ${them}. You see the decision with your result.`,
    })
  }
  if (unsent.length > 0) {
    lines.push({
      kind: 'unsent',
      title: `${pluralize(unsent.length, 'answer')} still on this device`,
      text: `${formatQuestionNumbers(unsent)}. We keep sending until the server has ${unsent.length === 1 ? 'it' : 'them'}.`,
    })
  }
  if (declined.length > 0) {
    lines.push({
      kind: 'declined',
      title: `${pluralize(declined.length, 'answer')} not taken`,
      text: `${formatQuestionNumbers(declined)}: chosen after ${ending.finishReason === 'Completed' ? 'you finished' : 'the time was over'}.`,
    })
  }
  const why = describeWhy(ending)
  return why ? [...lines, { kind: 'why', title: 'Why', text: why }] : lines
}

function describeWhy({ finishReason, endedAt, offlineFrom, lateAt }: Ending): string {
  const cause = finishReason === 'Completed' ? '' : `${describeCause(finishReason)}.`
  const ended = endedAt === null ? '' : `The quiz ended at ${formatTimeWithSeconds(endedAt)}`
  const back = lateAt === null ? '' : formatTimeWithSeconds(lateAt)
  const sentences = [
    isForced(finishReason) || !ended ? cause : '',
    offlineFrom === null
      ? ''
      : `Your device was offline from ${formatTimeWithSeconds(offlineFrom)}.`,
    ended && back && `${ended}, and the late answers reached us at ${back}.`,
    ended && !back && `${ended}.`,
    isForced(finishReason)
      ? 'If this was a mistake, speak to your trainer: they can see what was recorded.'
      : '',
  ]
  return sentences.filter(Boolean).join(' ')
}
