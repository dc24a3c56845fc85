import {
  IconAlertCircle,
  IconAlertTriangle,
  IconAppWindow,
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
  readonly isOpenElsewhere: boolean
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
export function stripLine(facts: StripFacts): StripLine | null {
  const { ending, queue, told, isOpenElsewhere, isLow, isOnline } = facts
  if (ending.at === 'failed') return failed(ending.how === 'expired')
  if (ending.at === 'sending') return sending(ending, queue, isOnline)
  if (told) return { tone: 'warn', Icon: IconInfoCircle, title: told.title, text: told.text ?? '' }
  if (!isOnline || queue.trouble === 'offline') return offline(queue)
  if (queue.trouble) return refused(queue.trouble.says)
  if (isOpenElsewhere) return twoWindows
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
  if (trouble) return refused(trouble.says)
  return {
    tone: 'info',
    Icon: IconCloudUp,
    title: how === 'expired' ? 'The time is over.' : '',
    text: waiting.length > 0 ? `Sending ${countOf(waiting)}…` : 'Finishing your quiz…',
  }
}

const waitingForNet: StripLine = {
  tone: 'warn',
  Icon: IconWifiOff,
  title: 'You are offline.',
  text: 'We will send your answers when you are online. Keep this page open.',
}

/** Says how many wait; where the device takes nothing they last as long as the page. */
function offline({ waiting, isKept }: QueueState): StripLine {
  const are = waiting.length === 1 ? 'is' : 'are'
  const theirs = waiting.length > 0 ? `${countOf(waiting)} ${are}` : 'Your answers are'
  const kept = isKept ? 'kept on this device' : 'kept while this page stays open'
  return {
    tone: 'warn',
    Icon: IconWifiOff,
    title: 'You are offline.',
    text: `Keep answering. ${theirs} ${kept} and sent when you reconnect. The clock keeps running.`,
  }
}

const twoWindows: StripLine = {
  tone: 'warn',
  Icon: IconAppWindow,
  title: 'This quiz is open in two windows.',
  text: 'Close one of them. If both answer a question, the later answer counts.',
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

export function countOf({ length }: readonly unknown[]): string {
  return length === 1 ? '1 answer' : `${length} answers`
}
