import { createLazyModule, LazyPart } from '../../client/lazy-module.ts'
import { Status } from '../../ui/status.tsx'
import type { QuizSession } from './use-quiz-session.ts'

const messageStrip = createLazyModule(() => import('./message-strip.tsx'))

type MessageQueueProps = {
  readonly messages: QuizSession['messages']
  readonly onDismiss: (id: string) => void
}

/** One at a time, the oldest first, until it is put away; each is spoken once. */
export function MessageQueue({ messages: [message], onDismiss }: MessageQueueProps) {
  return (
    <Status>
      {message && (
        <LazyPart part={messageStrip} failed={message.text}>
          {({ MessageStrip }) => (
            <MessageStrip message={message} onDismiss={() => onDismiss(message.id)} />
          )}
        </LazyPart>
      )}
    </Status>
  )
}
