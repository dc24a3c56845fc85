import { useEffect, useState } from 'react'

const toldForMs = 3000

/** One line for three seconds. */
export function useTold(): [string | null, (words: string) => void] {
  const [told, setTold] = useState<{ readonly words: string } | null>(null)
  useEffect(() => {
    if (!told) return
    const timer = setTimeout(() => setTold(null), toldForMs)
    return () => clearTimeout(timer)
  }, [told])
  return [told?.words ?? null, (words) => setTold({ words })]
}
