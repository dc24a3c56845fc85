import { isViolation } from '../proctoring/policy.ts'
import { getCallRetryMs } from '../retry/backoff.ts'
import type { PendingAnswer, ProctoringEvent, SendReport, SessionEffect } from './effects.ts'
import { fetchOutcome, force } from './ending.ts'
import {
  getRetryAfterMs,
  isBusy,
  isOffline,
  type ReportOutcome,
  type SessionEvent,
  type Timed,
} from './events.ts'
import { isLoggedOut } from './login.ts'
import { isHeld } from './pause.ts'
import {
  andThen,
  getUnsubmitted,
  listUnsent,
  type PendingReport,
  type SessionState,
  type Step,
} from './session-state.ts'
import { receiveWarnings } from './warnings.ts'

type Moment = Pick<Timed<object>, 'at' | 'jitter'>

/** Turns an observed event into what the exam's mode asks for. */
export function observe<A>(
  session: SessionState<A>,
  observed: ProctoringEvent,
  moment: Moment,
): Step<A> {
  const { phase, pause } = session
  if (observed.durationMs !== undefined)
    return report(session, observed, 'ending' in phase ? phase.ending.unsubmitted : null)
  const isTooEarly = !session.isWatched && isViolation(observed.kind, 'strict')
  if (phase.at !== 'open' || pause || isTooEarly) return [session, []]
  if (session.mode === 'strict' && isViolation(observed.kind, 'strict')) {
    const stored = toStoreEffect(observed, getUnsubmitted(session))
    return andThen([session, [stored]], (next) => force(next, observed, moment))
  }
  return report(session, observed, getUnsubmitted(session))
}

/** The page is back after it was left: for how long, nobody else can tell. */
export function reportReturn<A>(session: SessionState<A>, at: number): Step<A> {
  const { leftAt } = session.warnings
  if (leftAt === null) return [session, []]
  const back = { ...session, warnings: { ...session.warnings, leftAt: null } }
  const durationMs = Math.max(0, Math.round(at - leftAt))
  return report(back, { kind: 'refresh', at: leftAt, durationMs }, null)
}

function report<A>(
  session: SessionState<A>,
  observed: ProctoringEvent,
  unsubmitted: PendingAnswer<A> | null,
): Step<A> {
  const id = session.lastReportId + 1
  const answers = listUnsent(session, unsubmitted)
  const sent: SendReport<A> = { type: 'send-report', id, observed, answers }
  const reports = [...session.reports, { ...sent, failures: 0, state: 'sending' } as const]
  return [{ ...session, reports, lastReportId: id }, [toStoreEffect(observed, unsubmitted), sent]]
}

function toStoreEffect<A>(observed: ProctoringEvent, unsubmitted: PendingAnswer<A> | null) {
  return { type: 'store-report', report: { observed, unsubmitted } } as const
}

/**
 * Replies and pauses of reports: they go on after the end, since what was seen is reported all the
 * same.
 */
export function advanceReports<A>(
  session: SessionState<A>,
  event: Timed<SessionEvent<A>>,
): Step<A> {
  switch (event.type) {
    case 'report-taken':
      return applyOutcome(session, event.sent, event.outcome, event)
    case 'report-failed':
      return applyReportFailure(session, event)
    case 'started':
      return repeatReports(session, () => true)
    case 'waited':
      return repeatReports(session, ({ id }) => toTimer(id) === event.timer)
    case 'logged-in':
      return repeatReports(session, () => true)
    case 'browser':
      return event.change === 'online' ? repeatReports(session, () => true) : [session, []]
    default:
      return [session, []]
  }
}

function applyOutcome<A>(
  session: SessionState<A>,
  { id, observed }: SendReport<A>,
  outcome: ReportOutcome,
  moment: Moment,
): Step<A> {
  const { finished, violations, remaining, warning } = outcome
  const others = session.reports.filter((one) => one.id !== id)
  const received = { ...receiveWarnings(session, outcome), reports: others }
  const forget = { type: 'forget-report', observed } as const
  if (session.phase.at === 'ended') return [received, [forget]]
  // Also one of an earlier page, whose end nobody knows: what it did not carry is not saved.
  if (finished) {
    const reports = session.reports.map((one) =>
      one.id === id ? { ...one, state: 'reported' as const } : one,
    )
    return andThen([{ ...session, reports }, [forget]], (next) => fetchOutcome(next, moment))
  }
  if (observed.durationMs !== undefined) return [received, [forget]]
  const { kind } = observed
  const effects: readonly SessionEffect<A>[] =
    warning === undefined && remaining !== null && isViolation(kind, session.mode)
      ? [{ type: 'show-message', message: { type: 'warning', kind, violations, remaining } }]
      : []
  return [received, [forget, ...effects]]
}

/** Waits while offline, while the server is busy or the login is gone; other refusals are final. */
function applyReportFailure<A>(
  session: SessionState<A>,
  { sent, failure, jitter }: Extract<Timed<SessionEvent<A>>, { type: 'report-failed' }>,
): Step<A> {
  const pending = session.reports.find(({ id }) => id === sent.id)
  const others = session.reports.filter((one) => one !== pending)
  const canRetry = isOffline(failure) || isBusy(failure) || isLoggedOut(failure)
  if (!pending) return [session, []]
  if (!canRetry) {
    // One whose earlier reply was lost may have ended the attempt.
    const kept = pending.failures > 0 ? [{ ...pending, state: 'reported' as const }] : []
    return [{ ...session, reports: [...others, ...kept] }, []]
  }
  const failures = pending.failures + 1
  const ms = getCallRetryMs(failures, jitter, getRetryAfterMs(failure))
  return [
    { ...session, reports: [...others, { ...pending, failures, state: 'pausing' }] },
    [{ type: 'wait', timer: toTimer(sent.id), ms }],
  ]
}

function repeatReports<A>(
  session: SessionState<A>,
  isDue: (report: PendingReport<A>) => boolean,
): Step<A> {
  const due = session.reports.filter((one) => one.state === 'pausing' && isDue(one))
  const reports = session.reports.map((one) =>
    due.includes(one) ? { ...one, state: 'sending' as const } : one,
  )
  const effects = due.map(({ type, id, observed, answers }) => ({ type, id, observed, answers }))
  return [{ ...session, reports }, effects]
}

function toTimer(id: number): string {
  return `report ${id}`
}

/** The page is closing: repeats pending calls as ones that outlive it. */
export function leave<A>(session: SessionState<A>, { at }: Moment): Step<A> {
  const { phase, mode } = session
  if (phase.at === 'ended') return [session, []]
  if (phase.at !== 'open') {
    const finish = listUnsent(session, phase.ending.unsubmitted)
    const left = { ...session, endCalls: [...session.endCalls, finish] }
    return [left, [{ type: 'send-last', answers: [], report: null, finish }]]
  }
  if (!session.isWatched) {
    const answers = listUnsent(session, null).filter((one) => !isHeld(session, one))
    return [session, [{ type: 'send-last', answers, report: null, finish: null }]]
  }
  const unsubmitted = getUnsubmitted(session)
  const answers = listUnsent(session, unsubmitted)
  const observed = { kind: 'refresh', at } as const
  const isForgiven = session.forgivesReload && session.warnings.counted === 0
  const isEnd = mode === 'strict' && !isForgiven
  const id = session.lastReportId + 1
  const lastReport: PendingReport<A> = {
    type: 'send-report',
    id,
    observed,
    answers,
    failures: 0,
    state: 'reported',
  }
  const left: SessionState<A> = {
    ...session,
    queue: { ...session.queue, isClosed: isEnd || session.queue.isClosed },
    reports: [...session.reports, lastReport],
    lastReportId: id,
  }
  return [
    left,
    [
      toStoreEffect(observed, unsubmitted),
      {
        type: 'send-last',
        answers: isEnd ? [] : listUnsent(session, null),
        report: { observed, answers },
        finish: null,
      },
    ],
  ]
}
