import { useEffect, useState } from 'react'
import type { Format } from './formats.ts'
import { type Reading, readQuestions, type Source } from './read-questions.ts'

const afterMs = 150

/** Reads along while somebody types; what was read last stays until the next is ready. */
export function useReading(source: Source | null, named: Format | null): Reading | null {
  const [reading, setReading] = useState<Reading | null>(null)
  useEffect(() => {
    let isOver = false
    const read = async () => {
      const next = source && (await readQuestions(source, named))
      if (!isOver) setReading(next)
    }
    const timer = setTimeout(read, afterMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [source, named])
  return source ? reading : null
}
