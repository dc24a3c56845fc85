import { IconSpeakerphone } from '@tabler/icons-react'
import { useEffect } from 'react'
import type { InstituteMessage } from '#core/quiz-session/effects.ts'
import { Button } from '../../ui/button.tsx'
import { formatTime } from '../../ui/format-time.ts'
import css from './message-strip.module.css'

type MessageStripProps = {
  readonly message: InstituteMessage
  readonly onDismiss: () => void
}

export function MessageStrip({ message, onDismiss }: MessageStripProps) {
  useEffect(() => returnFocus, [])
  return (
    <div className={css.strip}>
      <span className={css.icon}>
        <IconSpeakerphone size={22} stroke={1.75} aria-hidden="true" />
      </span>
      <p>
        <b>Message from the institute, {formatTime(message.at)}</b>
        <span dir="auto">{message.text}</span>
      </p>
      <Button onClick={onDismiss}>Dismiss</Button>
    </div>
  )
}

/** The button that had it is gone with the last message. */
function returnFocus() {
  setTimeout(() => {
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  })
}
