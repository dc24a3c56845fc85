import type { EventKind } from '#core/proctoring/policy.ts'
import type { SessionMessage } from '#core/quiz-session/effects.ts'
import { createObservableStore } from '../../client/effect-runner.ts'
import { formatClock } from '../../ui/countdown-timer.tsx'
import { openedBeside } from '../endings/describe-ending.ts'

export type FlashMessage = {
  readonly title: string
  readonly text?: string
  readonly durationMs?: number
}

/** One line for a moment: three seconds unless it says otherwise. */
export function createFlashMessages() {
  const store = createObservableStore<FlashMessage | null>(null)
  let timer: ReturnType<typeof setTimeout>
  return {
    get: store.get,
    subscribe: store.subscribe,
    show(message: FlashMessage) {
      clearTimeout(timer)
      store.set(message)
      timer = setTimeout(() => store.set(null), message.durationMs ?? 3000)
    },
  }
}

export function toFlashMessage(message: SessionMessage): FlashMessage {
  switch (message.type) {
    case 'time-added':
      return toExtensionMessage(message.minutes)
    case 'resumed':
      return {
        title: 'Resumed.',
        text: `${formatClock(message.secondsLeft)} left`,
        durationMs: 8000,
      }
    case 'warning':
      return toWarning(message)
  }
}

/** An admin may add minutes while the quiz runs, and undo it; the clock jumps, and this says why. */
function toExtensionMessage(minutes: number): FlashMessage {
  const amount = Math.abs(minutes)
  const was = amount === 1 ? '1 minute was' : `${amount} minutes were`
  const title = minutes > 0 ? `${was} added.` : `${was} taken back.`
  return { title, text: 'The clock shows the new time. You can go on.', durationMs: 8000 }
}

const observed: Partial<Record<EventKind, string>> = {
  devtools: `${openedBeside}.`,
  back: 'The back button was pressed.',
}

function toWarning({
  kind,
  violations,
  remaining,
}: Extract<SessionMessage, { type: 'warning' }>): FlashMessage {
  const next = remaining > 0 ? `${remaining} more is forgiven.` : 'The next time ends the quiz.'
  return {
    title: `Warning ${violations}: ${observed[kind] ?? 'You left the quiz.'}`,
    text: `Please stay in this window. ${next}`,
    durationMs: 8000,
  }
}
