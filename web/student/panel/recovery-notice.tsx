import { describeNoAnswer, useIsOnline } from '../../client/use-is-online.ts'
import { Notice } from '../../ui/notice.tsx'
import { useRecoverAnswers } from '../quiz/offline/recover-answers.ts'
import type { Recovery, RecoveryState } from '../quiz/offline/recovery-state.ts'

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
  'after-end': 'warn',
} as const

export function describeRecovery(
  { testTitle, ...recovery }: RecoveryState & Pick<Recovery, 'testTitle'>,
  isOnline: boolean,
): string {
  switch (recovery.state) {
    case 'sending':
      return `Sending ${formatCount(recovery.count)} of your quiz ${testTitle}…`
    case 'offline': {
      const sentOnce = isOnline ? 'as soon as it answers' : 'when you reconnect'
      const are = recovery.count === 1 ? 'is' : 'are'
      return `${describeNoAnswer(isOnline)} ${formatCount(recovery.count)} of your quiz ${testTitle} ${are} kept on this device and sent ${sentOnce}.`
    }
    case 'saved':
      // Without a number: the quiz may have sent some of those that waited before it was closed.
      return `All that was waiting on this device is saved: ${testTitle}.`
    case 'after-end':
      return [
        recovery.late > 0 && describeLate(recovery.late, testTitle),
        recovery.declined > 0 && describeDeclined(recovery.declined, testTitle),
      ]
        .filter(Boolean)
        .join(' ')
  }
}

function describeLate(count: number, testTitle: string): string {
  const [they, them] = count === 1 ? ['It is', 'it'] : ['They are', 'them']
  return `${formatCount(count)} of your quiz ${testTitle} reached us after its end. ${they} kept as late, and your trainer can accept ${them}.`
}

function describeDeclined(count: number, testTitle: string): string {
  const [were, doNot] = count === 1 ? ['was', 'does not'] : ['were', 'do not']
  return `${formatCount(count)} of your quiz ${testTitle} ${were} chosen after the quiz had ended, and ${doNot} count.`
}

function formatCount(count: number): string {
  return count === 1 ? '1 answer' : `${count} answers`
}
