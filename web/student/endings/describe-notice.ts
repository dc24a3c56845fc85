import type { OwnAttempt } from '#contract/results.ts'
import { type EndedAttempt, findNotice, type NoticeKind } from '#core/attempts/ended-notices.ts'
import type { Outcome } from '#core/proctoring/incident-outcomes.ts'

/** An own attempt, as the rules about its line want it. */
export type NoticedAttempt = EndedAttempt & { readonly own: OwnAttempt }

export function toNoticedAttempt(own: OwnAttempt): NoticedAttempt {
  const { ending, incident, endTime, totalQuestions } = own
  return {
    own,
    examId: own.testId,
    endedAt: endTime === null ? null : Date.parse(endTime),
    finishReason: own.finishReason,
    isReleased: own.resultReleased,
    total: totalQuestions,
    // Without an ending it was finished, and everything had arrived.
    saved: ending ? ending.saved.length : totalQuestions,
    late: ending?.late.length ?? 0,
    lateAt: ending?.lateAt ? Date.parse(ending.lateAt) : null,
    incident: incident
      ? {
          kind: incident.kind,
          hasStatement: incident.statement !== null,
          outcome: incident.outcome && {
            outcome: incident.outcome.outcome,
            at: Date.parse(incident.outcome.at),
            isDismissed: incident.outcome.isDismissed === true,
          },
        }
      : null,
  }
}

/** For the list of results: null where its row has no line. */
export function findNoticeOf(own: OwnAttempt): NoticedAttempt | null {
  const attempt = toNoticedAttempt(own)
  return findNotice(attempt) ? attempt : null
}

/** A line in two parts: the first one stands out. */
export type NoticeWords = {
  readonly kind: NoticeKind
  readonly lead: string
  readonly text: string
}

/** "Ended early, 2 of 5 saved." Null where nothing is to be said. */
export function describeNotice(attempt: EndedAttempt): NoticeWords | null {
  const kind = findNotice(attempt)
  const { saved, total, late, finishReason, incident } = attempt
  if (kind === null) return null
  const counted = `${saved} of ${total} saved`
  const lateToo = late > 0 ? `${counted}, ${late} late.` : `${counted}.`
  if (kind === 'decided') {
    return { kind, lead: 'Decided:', text: outcomeWords[incident?.outcome?.outcome ?? 'kept'] }
  }
  if (kind === 'waiting') return { kind, lead: 'Your trainer decides:', text: lateToo }
  if (kind === 'time-up') {
    return { kind, lead: 'Time was up,', text: `${counted}. You were offline.` }
  }
  return { kind, lead: toEndLead(finishReason), text: lateToo }
}

function toEndLead(finishReason: string | null): string {
  if (finishReason === 'Completed') return 'Finished,'
  if (finishReason === 'Time expired') return 'Time was up,'
  return finishReason === 'Ended by the institute' ? 'Ended by the institute,' : 'Ended early,'
}

const outcomeWords: Readonly<Record<Outcome, string>> = {
  'no-consequence': 'it has no consequence, and your answers count.',
  reopened: 'you got the time back that you had left.',
  'new-attempt': 'you may take this test once more.',
  kept: 'your attempt counts as it was submitted.',
  voided: 'your attempt is void, and does not count.',
}

/** "Time was up. Thank you, 5 of 5 answers are saved." */
export function describeThanks({ saved, total }: EndedAttempt): string {
  if (saved === 0) return 'Time was up. Thank you for taking part.'
  const are = total === 1 ? 'answer is' : 'answers are'
  return `Time was up. Thank you, ${saved} of ${total} ${are} saved.`
}

/** Words to announce when a decision has come; empty where none has. */
export function describeDecisionNews(
  before: readonly OwnAttempt[],
  after: readonly OwnAttempt[],
): string {
  const wasNotified = ({ _id, incident }: OwnAttempt) =>
    before.find((one) => one._id === _id)?.incident?.outcome?.at === incident?.outcome?.at
  return after
    .filter((own) => findNotice(toNoticedAttempt(own)) === 'decided' && !wasNotified(own))
    .map(({ testTitle }) => `${testTitle} is decided.`)
    .join(' ')
}
