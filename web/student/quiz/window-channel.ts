import type { WindowMessage } from '#core/quiz-session/effects.ts'

type Envelope = { readonly from: string; readonly message: WindowMessage }
type Handler = (from: string, message: WindowMessage) => void

/** Speaks with the windows of this browser in which the same attempt is open. */
export function createWindowChannel(attemptId: string) {
  const name = `quiz session ${attemptId}`
  const from = Math.random().toString(36).slice(2)
  let opened: BroadcastChannel | null = null

  function send(message: WindowMessage) {
    const channel = opened ?? new BroadcastChannel(name)
    channel.postMessage({ from, message } satisfies Envelope)
    if (channel !== opened) channel.close()
  }

  return {
    send,
    /** Says that it is here until it is stopped, or the page left. */
    listen(onMessage: Handler): () => void {
      const channel = new BroadcastChannel(name)
      channel.onmessage = ({ data }: MessageEvent<Envelope>) => onMessage(data.from, data.message)
      opened = channel
      const announce = () => send({ type: 'hello' })
      const leave = () => send({ type: 'bye' })
      announce()
      window.addEventListener('pageshow', announce)
      window.addEventListener('pagehide', leave)
      return () => {
        window.removeEventListener('pageshow', announce)
        window.removeEventListener('pagehide', leave)
        leave()
        channel.close()
        opened = null
      }
    },
  }
}
