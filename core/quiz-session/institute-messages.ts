import type { InstituteMessage, SessionEffect } from './effects.ts'
import type { SessionState, Step } from './session-state.ts'

/** By the server; what was put away here is told to it again until it knows. */
export function receiveMessages<A>(
  session: SessionState<A>,
  received: readonly InstituteMessage[],
): Step<A> {
  const isDismissed = ({ id }: InstituteMessage) => session.dismissedIds.includes(id)
  const messages = received.filter((message) => !isDismissed(message))
  const effects: readonly SessionEffect<A>[] = received
    .filter(isDismissed)
    .map(({ id }) => ({ type: 'send-message-read', id }))
  return [{ ...session, messages }, effects]
}

/** In this window; the others hear of it, and so does the server. */
export function dismissMessage<A>(session: SessionState<A>, id: string): Step<A> {
  if (!session.messages.some((message) => message.id === id)) return [session, []]
  return [
    markDismissed(session, id),
    [
      { type: 'send-message-read', id },
      { type: 'broadcast', message: { type: 'message-dismissed', id } },
    ],
  ]
}

export function markDismissed<A>(session: SessionState<A>, id: string): SessionState<A> {
  const messages = session.messages.filter((message) => message.id !== id)
  return { ...session, messages, dismissedIds: [...session.dismissedIds, id] }
}
