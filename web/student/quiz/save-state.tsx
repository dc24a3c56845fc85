import { IconCloud, IconCloudCheck, IconCloudOff, IconCloudUp } from '@tabler/icons-react'
import type { QueueState } from './answer-queue.ts'
import css from './save-state.module.css'
import { countOf } from './strip-line.ts'

type SaveStateProps = {
  readonly queue: QueueState
  readonly numberOf: (questionId: string) => number
}

export function SaveState({ queue, numberOf }: SaveStateProps) {
  const { look, Icon, words } = saveStateOf(queue, numberOf)
  return (
    <p role="status" className={css.state} data-look={look}>
      <Icon size={18} stroke={1.75} aria-hidden="true" />
      {words}
    </p>
  )
}

/** An answer counts as saved only after the server said so, as waiting once the device has it. */
function saveStateOf(
  { waiting, isWriting, trouble, lastSaved }: QueueState,
  numberOf: (id: string) => number,
) {
  const first = isWriting ? waiting.at(-1) : waiting[0]
  if (first && trouble && !isWriting) {
    return { look: 'waiting', Icon: IconCloudOff, words: `${countOf(waiting)} waiting to send` }
  }
  if (first) {
    return { look: 'none', Icon: IconCloudUp, words: `Saving answer ${numberOf(first.questionId)}` }
  }
  if (lastSaved) {
    return { look: 'saved', Icon: IconCloudCheck, words: `Answer ${numberOf(lastSaved)} saved` }
  }
  return { look: 'none', Icon: IconCloud, words: 'Not submitted yet' }
}
