import { describeNoAnswer, useIsOnline } from '../../client/use-is-online.ts'
import { Notice } from '../../ui/notice.tsx'
import { type Recovery, useRecoverAnswers } from '../quiz/offline/recover-answers.ts'

/** Answers that a crash or a bad net left on this device are sent from here, too. */
export function RecoveryNotice() {
  const isOnline = useIsOnline()
  return useRecoverAnswers().map((recovery) => (
    <Notice key={recovery.attemptId} tone={tones[recovery.state]}>
      {describeRecovery(recovery, isOnline)}
    </Notice>
  ))
}

const tones = {
  sending: 'info',
  offline: 'warn',
  saved: 'ok',
  late: 'warn',
  declined: 'warn',
} as const

export function describeRecovery(
  { testTitle, count, state }: Pick<Recovery, 'testTitle' | 'count' | 'state'>,
  isOnline: boolean,
): string {
  const answers = count === 1 ? '1 answer' : `${count} answers`
  const are = count === 1 ? 'is' : 'are'
  const were = count === 1 ? 'was' : 'were'
  const waited = count === 1 ? '1 answer that was' : `${count} answers that were`
  if (state === 'sending') return `Sending ${answers} of your quiz ${testTitle}…`
  if (state === 'offline') {
    const sentOnce = isOnline ? 'as soon as it answers' : 'when you reconnect'
    return `${describeNoAnswer(isOnline)} ${answers} of your quiz ${testTitle} ${are} kept on this device and sent ${sentOnce}.`
  }
  if (state === 'saved') return `${waited} waiting on this device ${are} saved: ${testTitle}.`
  if (state === 'late') {
    return `${answers} of your quiz ${testTitle} reached us after its end. ${count === 1 ? 'It is' : 'They are'} kept as late, and your trainer can accept ${count === 1 ? 'it' : 'them'}.`
  }
  return `${answers} of your quiz ${testTitle} ${were} chosen after the quiz had ended, and ${count === 1 ? 'does' : 'do'} not count.`
}
