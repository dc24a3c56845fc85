import { Notice } from '../../ui/notice.tsx'
import { type Recovery, useRecoverAnswers } from '../quiz/offline/recover-answers.ts'

/** Answers that a crash or a bad net left on this device are sent from here, too. */
export function RecoveryNotice() {
  return useRecoverAnswers().map((recovery) => (
    <Notice key={recovery.attemptId} tone={tones[recovery.state]}>
      {describeRecovery(recovery)}
    </Notice>
  ))
}

const tones = { sending: 'info', offline: 'warn', saved: 'ok', over: 'info' } as const

function describeRecovery({ testTitle, count, state }: Recovery): string {
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
