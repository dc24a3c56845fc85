import {
  IconAlertCircle,
  IconAlertTriangle,
  IconClockExclamation,
  IconCloudUp,
  IconInfoCircle,
  IconWifiOff,
} from '@tabler/icons-react'
import type { QueueState } from './answer-queue.ts'
import type { EndingState } from './ending.ts'
import type { Told } from './told.ts'

export type StripFacts = {
  readonly ending: EndingState
  readonly queue: QueueState
  /** Said for a moment: why a key did nothing. */
  readonly told: Told | null
  readonly isLow: boolean
  readonly isOnline: boolean
}

export type StripLine = {
  readonly tone: 'info' | 'warn' | 'bad'
  readonly Icon: typeof IconAlertCircle
  readonly title: string
  readonly text: string
  readonly canRetry?: true
}

/** What matters most just now, if anything does. */
export function stripLine({ ending, queue, told, isLow, isOnline }: StripFacts): StripLine | null {
  if (ending.at === 'failed') return failed(ending.how === 'expired')
  if (ending.at === 'sending') return sending(ending, queue, isOnline)
  if (told) return { tone: 'warn', Icon: IconInfoCircle, title: told.title, text: told.text ?? '' }
  if (!isOnline || queue.trouble === 'offline') return offline
  if (queue.trouble) return refused(queue.trouble.says)
  return isLow ? low : null
}

function failed(isExpired: boolean): StripLine {
  return {
    tone: 'bad',
    Icon: IconAlertCircle,
    title: isExpired ? 'Error submitting after time expired.' : 'Error finishing quiz.',
    text: 'Your answers are kept on this page.',
    canRetry: true,
  }
}

function sending(
  { how, isOffline }: Extract<EndingState, { at: 'sending' }>,
  { waiting, trouble }: QueueState,
  isOnline: boolean,
): StripLine {
  if (isOffline || !isOnline || trouble === 'offline') return waitingForNet
  const count = waiting.length === 1 ? '1 answer' : `${waiting.length} answers`
  return {
    tone: 'info',
    Icon: IconCloudUp,
    title: how === 'expired' ? 'The time is over.' : '',
    text: waiting.length > 0 ? `Sending ${count}…` : 'Finishing your quiz…',
  }
}

const waitingForNet: StripLine = {
  tone: 'warn',
  Icon: IconWifiOff,
  title: 'You are offline.',
  text: 'We will send your answers when you are online. Keep this page open.',
}

const offline: StripLine = {
  tone: 'warn',
  Icon: IconWifiOff,
  title: 'You are offline.',
  text: 'Keep answering: your answers are kept on this device and sent when you reconnect. The clock keeps running.',
}

function refused(says: string): StripLine {
  return {
    tone: 'warn',
    Icon: IconAlertTriangle,
    title: 'Your answers cannot be sent just now.',
    text: `${says} We keep trying.`,
  }
}

const low: StripLine = {
  tone: 'bad',
  Icon: IconClockExclamation,
  title: 'Less than 5 minutes left.',
  text: 'Your answers are submitted automatically when the time ends.',
}
