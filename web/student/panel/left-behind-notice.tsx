import { Notice } from '../../ui/notice.tsx'
import { type Delivery, useLeftBehind } from '../quiz/kept/use-left-behind.ts'

/** Answers that a crash or a bad net left on this device are sent from here, too. */
export function LeftBehindNotice() {
  return useLeftBehind().map((delivery) => (
    <Notice key={delivery.attemptId} tone={tones[delivery.state]}>
      {wordsOf(delivery)}
    </Notice>
  ))
}

const tones = { sending: 'info', offline: 'warn', saved: 'ok', over: 'info' } as const

function wordsOf({ testTitle, count, state }: Delivery): string {
  const answers = count === 1 ? '1 answer' : `${count} answers`
  const are = count === 1 ? 'is' : 'are'
  const waited = count === 1 ? '1 answer that was' : `${count} answers that were`
  if (state === 'sending') return `Sending ${answers} of your quiz ${testTitle}…`
  if (state === 'offline') {
    return `You are offline. ${answers} of your quiz ${testTitle} ${are} kept on this device and sent when you reconnect.`
  }
  if (state === 'saved') return `${waited} waiting on this device ${are} saved: ${testTitle}.`
  return `Your quiz ${testTitle} has ended. What reached us before its end is saved.`
}
