import { IconCloud, IconCloudCheck, IconCloudOff, IconCloudUp } from '@tabler/icons-react'
import { formatAnswerCount } from './banner-message.ts'
import type { QueueState } from './offline/answer-queue.ts'
import css from './save-state.module.css'

type SaveStateProps = {
  readonly queue: QueueState
  readonly numberOf: (questionId: string) => number
}

export function SaveState({ queue, numberOf }: SaveStateProps) {
  const { appearance, Icon, text } = getSaveState(queue, numberOf)
  return (
    <p role="status" className={css.state} data-look={appearance}>
      <Icon size={18} stroke={1.75} aria-hidden="true" />
      {text}
    </p>
  )
}

/** An answer counts as saved only after the server said so, as waiting once the device has it. */
function getSaveState(
  { waiting, isWriting, sendError, lastSaved }: QueueState,
  numberOf: (id: string) => number,
) {
  const first = isWriting ? waiting.at(-1) : waiting[0]
  if (first && sendError && !isWriting) {
    return {
      appearance: 'waiting',
      Icon: IconCloudOff,
      text: `${formatAnswerCount(waiting)} waiting to send`,
    }
  }
  if (first) {
    return {
      appearance: 'none',
      Icon: IconCloudUp,
      text: `Saving answer ${numberOf(first.questionId)}`,
    }
  }
  if (lastSaved) {
    return {
      appearance: 'saved',
      Icon: IconCloudCheck,
      text: `Answer ${numberOf(lastSaved)} saved`,
    }
  }
  return { appearance: 'none', Icon: IconCloud, text: 'Not submitted yet' }
}
