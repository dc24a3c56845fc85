import { useEffect, useRef, useState } from 'react'
import type { PendingAnswer } from './offline/pending-answer.ts'

/** What windows of one browser say to one another about one attempt. */
type TabMessage =
  | { readonly type: 'hello' | 'here' | 'bye'; readonly from: string }
  | { readonly type: 'saved'; readonly answer: Pick<PendingAnswer, 'questionId' | 'sequence'> }
  | { readonly type: 'ended' }

type TabMessageHandlers = {
  readonly onSaved: (answer: Pick<PendingAnswer, 'questionId' | 'sequence'>) => void
  readonly onEnded: () => void
}

const toChannelName = (attemptId: string) => `attempt ${attemptId}`

export function notifyOtherTabs(attemptId: string, message: Exclude<TabMessage, { from: string }>) {
  const channel = new BroadcastChannel(toChannelName(attemptId))
  channel.postMessage(message)
  channel.close()
}

/** Is the same attempt open in another window of this browser? */
export function useMultiTabSync(
  attemptId: string,
  isOn: boolean,
  handlers: TabMessageHandlers,
): boolean {
  const [otherTabs, setOtherTabs] = useState<ReadonlySet<string>>(new Set())
  const latest = useRef(handlers)
  useEffect(() => {
    latest.current = handlers
  })
  useEffect(() => {
    if (!isOn) return
    const from = Math.random().toString(36).slice(2)
    const channel = new BroadcastChannel(toChannelName(attemptId))
    const send = (type: 'hello' | 'here' | 'bye') => channel.postMessage({ type, from })
    channel.onmessage = ({ data: message }: MessageEvent<TabMessage>) => {
      if (message.type === 'saved') return latest.current.onSaved(message.answer)
      if (message.type === 'ended') return latest.current.onEnded()
      if (message.type === 'hello') send('here')
      setOtherTabs((knownTabs) => {
        const next = new Set(knownTabs)
        if (message.type === 'bye') next.delete(message.from)
        else next.add(message.from)
        return next
      })
    }
    const announce = () => send('hello')
    const leave = () => send('bye')
    announce()
    window.addEventListener('pageshow', announce)
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pageshow', announce)
      window.removeEventListener('pagehide', leave)
      leave()
      channel.close()
      setOtherTabs(new Set())
    }
  }, [attemptId, isOn])
  return otherTabs.size > 0
}
