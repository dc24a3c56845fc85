import { getPollMs, usualPollSeconds } from './clock-interval.ts'
import type { SessionEffect } from './effects.ts'
import { applyDeadlineCheck, callTimeoutMs, fetchOutcome, goOn } from './ending.ts'
import type { AttemptClock, SessionEvent, Timed } from './events.ts'
import { receiveMessages } from './institute-messages.ts'
import { receivePause } from './pause.ts'
import type { PauseNotice } from './phase.ts'
import {
  andThen,
  isLocked,
  type SessionState,
  type Step,
  showNextQuestion,
} from './session-state.ts'

const maxPollIntervalMs = 40_000
/** The clock is asked at least this often, however many answers: only it reports another device. */
const maxPostponedMs = 30_000

/** Every answer of the server carries its time; after an absence it is asked for anew. */
export function askClock<A>(session: SessionState<A>, isPoll: boolean): Step<A> {
  if (session.phase.at !== 'open') return [session, []]
  return [session, [{ type: 'ask-clock', turn: 0, timeoutMs: callTimeoutMs, isPoll }]]
}

export function poll<A>(session: SessionState<A>, event: Timed<object>): Step<A> {
  if (session.isSeen && session.isOnline && session.phase.at === 'open')
    return askClock(session, true)
  return schedulePoll([{ ...session, clockFailures: 0 }, []], event)
}

/** Less often while it gets no answer. */
export function schedulePoll<A>([session, effects]: Step<A>, { jitter }: Timed<object>): Step<A> {
  const { pollSeconds, clockFailures } = session
  const backoffMs = getPollMs(usualPollSeconds, jitter) * 2 ** clockFailures
  const ms = Math.min(Math.max(getPollMs(pollSeconds, jitter), backoffMs), maxPollIntervalMs)
  return [session, [...effects, { type: 'wait', timer: 'poll', ms }]]
}

/** An answer's reply tells the time and the deadline, so the clock need not be asked as soon. */
export function postponePoll<A>(session: SessionState<A>, event: Timed<object>): Step<A> {
  const isDue = event.at - session.clockReceivedAt >= maxPostponedMs
  return isDue ? [session, []] : schedulePoll([{ ...session, clockFailures: 0 }, []], event)
}

export function readClock<A>(
  session: SessionState<A>,
  clock: AttemptClock | null,
  event: Extract<Timed<SessionEvent<A>>, { type: 'clock-received' | 'clock-failed' }>,
): Step<A> {
  const { turn, isPoll } = event.sent
  const clockFailures = clock || !isPoll ? 0 : session.clockFailures + 1
  const received = clock
    ? { ...session, clockReceivedAt: event.at, pollSeconds: clock.pollSeconds ?? usualPollSeconds }
    : session
  const extended = clock?.isRunning
    ? applyClock(noticeOtherDevice(received, clock.elsewhere), clock, event.at)
    : ([received, []] as const)
  const checked = andThen(extended, (next) => {
    if (turn > 0) return applyDeadlineCheck(next, turn, clock?.isRunning ?? null, event)
    if (clock && !clock.isRunning) return fetchOutcome(next, event)
    if (!clock) return [next, []]
    return next.phase.at === 'open' ? [openQueue(next), []] : goOn(next, event)
  })
  return isPoll
    ? andThen(checked, (next) => schedulePoll([{ ...next, clockFailures }, []], event))
    : checked
}

/** A question that was answered there is not asked again: this screen was behind. */
function noticeOtherDevice<A>(
  session: SessionState<A>,
  elsewhere: AttemptClock['elsewhere'],
): SessionState<A> {
  const { queue, questionId } = session
  const unknown = elsewhere?.answered.filter((id) => !queue.saved.includes(id)) ?? []
  const next: SessionState<A> = {
    ...session,
    isOpenElsewhere: elsewhere?.isActive ?? false,
    queue: unknown.length > 0 ? { ...queue, saved: [...unknown, ...queue.saved] } : queue,
  }
  const isBehind = questionId !== undefined && unknown.includes(questionId) && !isLocked(session)
  return isBehind ? showNextQuestion(next) : next
}

/** The end that a page reported when it was left has not arrived, and the page is back. */
function openQueue<A>(session: SessionState<A>): SessionState<A> {
  return { ...session, queue: { ...session.queue, isClosed: false } }
}

/** Deadline, pause and messages: a reply that was overtaken says nothing of them any more. */
function applyClock<A>(session: SessionState<A>, clock: AttemptClock, at: number): Step<A> {
  const { repliedAt = at, timeChanges = 0, pause = null, messages = [] } = clock
  const changes = timeChanges - session.timeChanges
  // The server's clock may have been set back, and times with it: that counts as a change.
  const isStale = changes < 0 || (changes === 0 && repliedAt < session.repliedAt)
  if (isStale) return [session, []]
  const endsAt =
    timeChanges > session.timeChanges ? clock.endsAt : Math.max(session.endsAt, clock.endsAt)
  const next = { ...session, repliedAt, timeChanges }
  const isShifted = changes > 0 && isClockShift(session, { repliedAt, endsAt })
  const pausedMs = session.pausedMs + endsAt - session.endsAt
  const moved = isShifted
    ? ([{ ...next, endsAt, pausedMs }, []] as const)
    : moveDeadline(next, endsAt, pause)
  const received = andThen(moved, (next) => receivePause(next, pause, at))
  return andThen(received, (next) => receiveMessages(next, messages))
}

/** More than passes between two replies to a page in sight. */
const maxSilenceMs = 60_000

/** The server's time and the deadline moved alike: the server's clock was shifted. */
function isClockShift(
  before: { readonly repliedAt: number; readonly endsAt: number },
  now: { readonly repliedAt: number; readonly endsAt: number },
): boolean {
  if (before.repliedAt === 0) return false
  const passedMs = now.repliedAt - before.repliedAt - (now.endsAt - before.endsAt)
  return now.endsAt !== before.endsAt && passedMs >= 0 && passedMs <= maxSilenceMs
}

/** Undo takes minutes back, and a pause moves the deadline without adding any. */
function moveDeadline<A>(
  session: SessionState<A>,
  endsAt: number,
  pause: PauseNotice | null,
): Step<A> {
  const { pause: before } = session
  const movedMs = endsAt - session.endsAt
  const isSamePause = before !== null && before.since === pause?.since
  const addedMs = isSamePause ? pause.leftMs - before.leftMs : before || pause ? 0 : movedMs
  const minutes = Math.round(addedMs / 60_000)
  const pausedMs = session.pausedMs + movedMs - addedMs
  const effects: readonly SessionEffect<A>[] =
    minutes === 0 ? [] : [{ type: 'show-message', message: { type: 'time-added', minutes } }]
  return [{ ...session, endsAt, pausedMs }, effects]
}

/** Minutes are only ever added: a reply that was overtaken takes none away. */
export function extendDeadline<A>(session: SessionState<A>, endsAt: number): Step<A> {
  const minutes = Math.round((endsAt - session.endsAt) / 60_000)
  const effects: readonly SessionEffect<A>[] =
    minutes > 0 ? [{ type: 'show-message', message: { type: 'time-added', minutes } }] : []
  return [{ ...session, endsAt: Math.max(session.endsAt, endsAt) }, effects]
}
