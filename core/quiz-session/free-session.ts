import { findPlace, getChangedPart, isNote, type QuestionNote } from '../attempts/free-paper.ts'
import { type AnswerQueue, addAnswer } from './answer-queue.ts'
import type { AnswerKey, SessionEffect } from './effects.ts'
import { finish } from './ending.ts'
import type { SessionEvent, Timed } from './events.ts'
import {
  addChange,
  addToProgress,
  getFree,
  isMarked,
  learn,
  type PaperProgress,
  raiseSequence,
  sendWaiting,
} from './free-progress.ts'
import { advanceSession, reconcile } from './session.ts'
import {
  andThen,
  createSession,
  isLocked,
  type SessionInput,
  type SessionState,
  type Step,
} from './session-state.ts'

type Session<A> = SessionState<A | QuestionNote>
type Effects<A> = readonly SessionEffect<A | QuestionNote>[]
type Event<A> = Timed<SessionEvent<A | QuestionNote>>

/** The second press of a double click, or Enter held a little long, is no second wish. */
const pressPauseMs = 500

/** A session in which every question can be reached, and every answer changed, until the end. */
export function createFreeSession<A>(
  input: SessionInput<A | QuestionNote>,
  known: PaperProgress<A>,
): Session<A> {
  const progress: PaperProgress<A | QuestionNote> = input.waiting.reduce<
    PaperProgress<A | QuestionNote>
  >(addChange, known)
  const session = createSession(input)
  const place = findPlace(Object.entries(progress)) ?? ''
  const isKnown = session.questionIds.includes(place)
  const questionId = isKnown ? place : session.questionIds[0]
  const free = { progress, isReviewing: false, isFromReview: false, pressedAt: 0 }
  const opened = raiseSequence({ ...session, free, questionId }, progress)
  return keepPlace(opened, opened)
}

/**
 * Like `advanceSession`, which does all but what is free: each choice, clearing and mark waits in
 * the queue at once, so that leaving a question loses nothing.
 */
export function advanceFreeSession<A>(
  session: Session<A>,
  event: Event<A>,
): Step<A | QuestionNote> {
  const [next, effects] = applyEvent(session, event)
  const [tidy, forgotten] = dropSuperseded(next)
  const kept = keepPlace(tidy, isMove(event) ? tidy : session)
  return [kept, [...effects, ...forgotten]]
}

function applyEvent<A>(session: Session<A>, event: Event<A>): Step<A | QuestionNote> {
  switch (event.type) {
    case 'started': {
      const started = andThen(advanceSession(session, event), sendWaiting)
      return andThen(started, (next) => show(next, next.questionId, event))
    }
    case 'chosen': {
      const { answer } = event
      return change(session, answer ?? { cleared: true }, event)
    }
    case 'mark-pressed':
      return change(session, { marked: !isMarked(session) }, event)
    case 'went':
      if (isLocked(session)) return [session, []]
      return event.to === 'end' ? [openReview(session), []] : show(session, event.to, event)
    case 'submitted':
      return submit(session, event)
    case 'postponed':
    case 'finished-early':
      return [session, []]
    case 'end-taken':
      return andThen(dropNotes(session), (next) => advanceSession(next, event))
    default:
      return andThen(advanceSession(session, event), (next) => learn(next, event))
  }
}

function isMove<A>({ type }: Event<A>): boolean {
  return type === 'went' || type === 'submitted'
}

/** "Save & next", at the last question the page before the end, and there the end itself. */
function submit<A>(session: Session<A>, event: Event<A>): Step<A | QuestionNote> {
  if (session.phase.at === 'failed') return advanceSession(session, event)
  const free = getFree(session)
  const isRepeated = Math.abs(event.at - free.pressedAt) < pressPauseMs
  if (isLocked(session) || isRepeated) return [session, []]
  const pressed = { ...session, free: { ...free, pressedAt: event.at } }
  if (free.isReviewing) return andThen(finish(pressed, event), (next) => reconcile(next, event))
  const next = getNeighbour(session, 1)
  return next === undefined ? [openReview(pressed), []] : show(pressed, next, event)
}

/** The question before (-1) or after (1) the one that is shown; undefined at either end. */
export function getNeighbour<A>(
  { questionIds, questionId }: SessionState<A>,
  offset: 1 | -1,
): string | undefined {
  return questionIds[questionIds.indexOf(questionId ?? '') + offset]
}

function openReview<A>(session: Session<A>): Session<A> {
  return { ...session, free: { ...getFree(session), isReviewing: true, isFromReview: true } }
}

/** Shows a question and notes that it was seen, unless it was the last one anyway. */
function show<A>(
  session: Session<A>,
  questionId: string | undefined,
  event: Event<A>,
): Step<A | QuestionNote> {
  const free = getFree(session)
  if (questionId === undefined || !session.questionIds.includes(questionId)) return [session, []]
  const shown = { ...session, questionId, free: { ...free, isReviewing: false } }
  const isPlace = findPlace(Object.entries(free.progress)) === questionId
  return isPlace ? [shown, []] : change(shown, { seen: true }, event)
}

/** To the question that is shown. What changes nothing is not sent. */
function change<A>(
  session: Session<A>,
  answer: A | QuestionNote,
  event: Event<A>,
): Step<A | QuestionNote> {
  const { questionId } = session
  const { progress, isReviewing } = getFree(session)
  if (isLocked(session) || isReviewing || questionId === undefined) return [session, []]
  const isCleared = isNote(answer) && 'cleared' in answer
  if (isCleared && progress[questionId]?.answer?.value == null) return [session, []]
  const queue = addAnswer(session.queue, questionId, answer, event.at)
  const sequence = queue.lastSequence
  return reconcile(addToProgress({ ...session, queue }, { questionId, answer, sequence }), event)
}

/**
 * The rules of a forward paper move on from answered questions and count as saved what was taken;
 * here the place stays, and saved is what stands and does not wait.
 */
function keepPlace<A>(session: Session<A>, before: Session<A>): Session<A> {
  const { phase, queue } = session
  const { progress } = getFree(session)
  const late = phase.at === 'ended' ? [...phase.late.kept, ...phase.late.declined] : []
  const unsaved = new Set([...listWaitingAnswers(queue).map((one) => one.questionId), ...late])
  const saved = session.questionIds.filter(
    (id) => progress[id]?.answer?.value != null && !unsaved.has(id),
  )
  const last = [queue.lastSaved, before.queue.lastSaved, saved.at(-1)]
  const lastSaved = last.find((id) => id != null && saved.includes(id)) ?? null
  const { questionId } = before
  const kept = { questionId, chosen: null, chosenSequence: 0 }
  return { ...session, ...kept, queue: { ...queue, saved, lastSaved } }
}

/** Without marks and places. */
function listWaitingAnswers<A>({ waiting }: AnswerQueue<A>) {
  return waiting.filter(({ answer }) => getChangedPart(answer) === 'answer')
}

/** Drops a waiting answer that a newer one on the device replaces: sending it would be in vain. */
function dropSuperseded<A>(session: Session<A>): Step<A | QuestionNote> {
  const { waiting, sending } = session.queue
  // One pass from the newest on: 500 questions may wait, with an answer, a mark and a place each.
  const newer = new Map<string, 'device' | 'elsewhere'>()
  const superseded = waiting.toReversed().filter((one) => {
    const key = `${getChangedPart(one.answer)} ${one.questionId}`
    const known = newer.get(key)
    newer.set(key, known === 'device' || one.place === 'device' ? 'device' : 'elsewhere')
    if (one.place === 'new' || one.place === 'writing' || one.sequence === sending) return false
    return one.place === 'device' ? known === 'device' : known !== undefined
  })
  return drop(session, superseded)
}

/** The attempt has ended: notes say nothing any more, and what was cleared is not sent late. */
function dropNotes<A>(session: Session<A>): Step<A | QuestionNote> {
  const { waiting } = session.queue
  const isClearedLater = (one: AnswerKey) =>
    waiting.some(
      ({ questionId, answer, sequence }) =>
        questionId === one.questionId &&
        sequence > one.sequence &&
        isNote(answer) &&
        'cleared' in answer,
    )
  return drop(
    session,
    waiting.filter((one) => isNote(one.answer) || isClearedLater(one)),
  )
}

function drop<A>(
  session: Session<A>,
  dropped: Session<A>['queue']['waiting'],
): Step<A | QuestionNote> {
  if (dropped.length === 0) return [session, []]
  const waiting = session.queue.waiting.filter((one) => !dropped.includes(one))
  const effects: Effects<A> = dropped.flatMap(({ questionId, answer, sequence, place }) =>
    place === 'device' ? { type: 'forget-answer', answer: { questionId, answer, sequence } } : [],
  )
  return [{ ...session, queue: { ...session.queue, waiting } }, effects]
}

/** As the screen counts: only answers wait to be sent. */
export function hideNotes<A>(session: Session<A>): Session<A> {
  const { queue } = session
  const waiting = queue.waiting.filter(({ answer }) => !isNote(answer))
  return { ...session, queue: { ...queue, waiting } }
}
