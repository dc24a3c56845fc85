import { useEffect, useRef, useState } from 'react'
import type { WaitingAnswer } from './answer-queue.ts'

/** What windows of one browser say to one another about one attempt. */
type Word =
  | { readonly says: 'hello' | 'here' | 'bye'; readonly from: string }
  | { readonly says: 'saved'; readonly answer: Pick<WaitingAnswer, 'questionId' | 'sequence'> }
  | { readonly says: 'ended' }

type OnWord = {
  readonly onSaved: (answer: Pick<WaitingAnswer, 'questionId' | 'sequence'>) => void
  readonly onEnded: () => void
}

const nameOf = (attemptId: string) => `attempt ${attemptId}`

export function tellOtherWindows(attemptId: string, word: Exclude<Word, { from: string }>) {
  const channel = new BroadcastChannel(nameOf(attemptId))
  channel.postMessage(word)
  channel.close()
}

/** Is the same attempt open in another window of this browser? */
export function useOtherWindow(attemptId: string, isOn: boolean, onWord: OnWord): boolean {
  const [others, setOthers] = useState<ReadonlySet<string>>(new Set())
  const latest = useRef(onWord)
  useEffect(() => {
    latest.current = onWord
  })
  useEffect(() => {
    if (!isOn) return
    const from = Math.random().toString(36).slice(2)
    const channel = new BroadcastChannel(nameOf(attemptId))
    const say = (says: 'hello' | 'here' | 'bye') => channel.postMessage({ says, from })
    channel.onmessage = ({ data: word }: MessageEvent<Word>) => {
      if (word.says === 'saved') return latest.current.onSaved(word.answer)
      if (word.says === 'ended') return latest.current.onEnded()
      if (word.says === 'hello') say('here')
      setOthers((known) => {
        const next = new Set(known)
        if (word.says === 'bye') next.delete(word.from)
        else next.add(word.from)
        return next
      })
    }
    const greet = () => say('hello')
    const leave = () => say('bye')
    greet()
    window.addEventListener('pageshow', greet)
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pageshow', greet)
      window.removeEventListener('pagehide', leave)
      leave()
      channel.close()
      setOthers(new Set())
    }
  }, [attemptId, isOn])
  return others.size > 0
}
