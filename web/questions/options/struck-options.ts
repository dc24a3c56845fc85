import { createContext, useContext, useState } from 'react'
import { readStored, removeStored, writeStored } from '../../client/browser-storage.ts'

/** The attempt around its questions; without one nothing is stored. */
export const AttemptContext = createContext<string | null>(null)

/** The options of a question that a student has ruled out, by position: kept on the device alone. */
export function useStruckOptions(questionId: string) {
  const attemptId = useContext(AttemptContext)
  const [struck, setStruck] = useState(() =>
    attemptId ? (readAll(attemptId)[questionId] ?? []) : [],
  )
  const setOption = (option: number, isStruck: boolean) => {
    if (struck.includes(option) === isStruck) return
    const others = struck.filter((one) => one !== option)
    const next = isStruck ? [...others, option] : others
    setStruck(next)
    if (!attemptId) return
    const all = { ...readAll(attemptId), [questionId]: next }
    writeStored('struck-options', JSON.stringify(all), attemptId)
  }
  return { struck, setOption }
}

export function forgetStruckOptions(attemptId: string) {
  removeStored('struck-options', attemptId)
}

function readAll(attemptId: string): Readonly<Record<string, readonly number[]>> {
  return JSON.parse(readStored('struck-options', attemptId) ?? '{}')
}
