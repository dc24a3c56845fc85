import {
  IconAlertCircle,
  IconAlertTriangle,
  IconAppWindow,
  IconClockExclamation,
  IconCloudUp,
  IconDevices,
  IconInfoCircle,
  IconWifiOff,
} from '@tabler/icons-react'
import { graceMs } from '#core/attempts/deadline.ts'
import type { EndKind } from '#core/quiz-session/effects.ts'
import { describeNoAnswer, useIsOnline } from '../../client/use-is-online.ts'
import { useSecondsLeft } from '../../client/use-seconds-left.ts'
import { asSilentStatus, Status } from '../../ui/status.tsx'
import type { FlashMessage } from './flash-messages.ts'
import css from './status-banner.module.css'
import type { QuizSession } from './use-quiz-session.ts'

type StatusBannerProps = Pick<BannerState, 'session'> & {
  /** A passing message: why a key did nothing. */
  readonly flashMessage: FlashMessage | null
}

const lowTimeSeconds = 300

/** A state pushes the paper down; what is said for a moment lies over the paper, below the state. */
export function StatusBanner({ session, flashMessage }: StatusBannerProps) {
  const isLow = useSecondsLeft(session.endsAt) <= lowTimeSeconds
  const isPastGrace = useSecondsLeft(session.endsAt + graceMs) === 0
  const isOnline = useIsOnline()
  const state = getStateMessage({ session, isLow, isPastGrace, isOnline })
  return (
    <>
      <Status>{state && !isSpokenByClock(state) && <Strip {...state} />}</Status>
      {state && isSpokenByClock(state) && (
        <div {...asSilentStatus}>
          <Strip {...state} />
        </div>
      )}
      <Status className={css.flash}>
        {flashMessage && <Strip tone="warn" Icon={IconInfoCircle} text="" {...flashMessage} />}
      </Status>
    </>
  )
}

function Strip({ tone, Icon, title, text }: BannerMessage) {
  return (
    <div className={css.strip} data-tone={tone}>
      <Icon size={20} stroke={1.75} aria-hidden="true" />
      <span>
        {title && <b>{title} </b>}
        {text}
      </span>
    </div>
  )
}

type BannerState = {
  readonly session: QuizSession
  readonly isLow: boolean
  /** Answers that arrive from now on are late. */
  readonly isPastGrace: boolean
  readonly isOnline: boolean
}

type Queue = QuizSession['queue']

type BannerMessage = {
  readonly tone: 'info' | 'warn' | 'bad'
  readonly Icon: typeof IconAlertCircle
  readonly title: string
  readonly text: string
}

/** The most important message about the state of the quiz, if there is one. */
export function getStateMessage(state: BannerState): BannerMessage | null {
  const { session, isLow, isPastGrace, isOnline } = state
  const { phase, queue } = session
  if (phase.at === 'failed') return toFailedMessage(phase.ending.kind, phase.isTriedAgain)
  if (phase.at === 'sending') return toSendingMessage(phase, queue, { isPastGrace, isOnline })
  if (!isOnline || queue.sendError === 'offline') return toOfflineMessage(queue, isOnline)
  if (queue.sendError) return toRefusedMessage(queue.sendError.message)
  if (session.otherWindows.length > 0) return openInTwoTabs
  if (session.isOpenElsewhere) return openOnTwoDevices
  return isLow ? lowTime : null
}

function toFailedMessage(kind: EndKind, isTriedAgain: boolean): BannerMessage {
  return {
    tone: 'bad',
    Icon: IconAlertCircle,
    title: kind === 'expired' ? 'Error submitting after time expired.' : 'Error finishing quiz.',
    text: isTriedAgain
      ? 'Your answers are kept on this page, which tries again by itself.'
      : 'Your answers are kept on this page.',
  }
}

function toSendingMessage(
  { ending, isOffline }: Extract<QuizSession['phase'], { at: 'sending' }>,
  { waiting, sendError }: Queue,
  { isPastGrace, isOnline }: Pick<BannerState, 'isPastGrace' | 'isOnline'>,
): BannerMessage {
  if (isOffline || !isOnline || sendError === 'offline')
    return toWaitingMessage(waiting.length + (ending.unsubmitted ? 1 : 0), {
      isPastGrace,
      isOnline,
    })
  if (ending.hasFailed) return toFailedMessage(ending.kind, true)
  if (sendError) return toRefusedMessage(sendError.message)
  return {
    tone: 'info',
    Icon: IconCloudUp,
    title: ending.kind === 'expired' ? 'The time is over.' : '',
    text: waiting.length > 0 ? `Sending ${formatAnswerCount(waiting)}…` : 'Finishing your quiz…',
  }
}

/** Promises only what can still come true: nothing is sent in time once the time is over. */
function toWaitingMessage(
  count: number,
  { isPastGrace, isOnline }: Pick<BannerState, 'isPastGrace' | 'isOnline'>,
): BannerMessage {
  const sentOnce = isOnline ? 'as soon as it answers' : 'when you are online'
  const late = `What has not reached us by now is sent ${sentOnce} and kept as late: your trainer can accept it.`
  const isLate = isPastGrace && count > 0
  const what = count > 0 ? 'send your answers' : 'finish your quiz'
  return {
    tone: 'warn',
    Icon: IconWifiOff,
    title: isPastGrace
      ? `The time is over. ${describeNoAnswer(isOnline)}`
      : describeNoAnswer(isOnline),
    text: `${isLate ? late : `We will ${what} ${sentOnce}.`} Keep this page open.`,
  }
}

/** Says how many wait; where the device takes nothing they last as long as the page. */
function toOfflineMessage({ waiting, isStored }: Queue, isOnline: boolean): BannerMessage {
  const are = waiting.length === 1 ? 'is' : 'are'
  const subject = waiting.length > 0 ? `${formatAnswerCount(waiting)} ${are}` : 'Your answers are'
  const storedWhere = isStored ? 'kept on this device' : 'kept while this page stays open'
  return {
    tone: 'warn',
    Icon: IconWifiOff,
    title: describeNoAnswer(isOnline),
    text: `Keep answering. ${subject} ${storedWhere} and sent ${isOnline ? 'as soon as it answers' : 'when you reconnect'}. The clock keeps running.`,
  }
}

const openInTwoTabs: BannerMessage = {
  tone: 'warn',
  Icon: IconAppWindow,
  title: 'This quiz is open in two windows.',
  text: 'Close one of them. If both answer a question, the later answer counts.',
}

const openOnTwoDevices: BannerMessage = {
  tone: 'warn',
  Icon: IconDevices,
  title: 'Also open on another device.',
  text: 'Close it there. If both answer a question, the later answer counts.',
}

function toRefusedMessage(message: string): BannerMessage {
  return {
    tone: 'warn',
    Icon: IconAlertTriangle,
    title: 'Your answers cannot be sent just now.',
    text: `${message} We keep trying.`,
  }
}

const lowTime: BannerMessage = {
  tone: 'bad',
  Icon: IconClockExclamation,
  title: 'Less than 5 minutes left.',
  text: 'Your answers are submitted automatically when the time ends.',
}

/** The clock tells it to those who hear the page, and once is enough. */
export function isSpokenByClock(message: BannerMessage): boolean {
  return message === lowTime
}

export function formatAnswerCount({ length }: readonly unknown[]): string {
  return length === 1 ? '1 answer' : `${length} answers`
}
