import { useEffect, useState } from 'react'

export type Told = {
  readonly title: string
  readonly text?: string
  readonly forMs?: number
}

/** One line for a moment: three seconds unless it says otherwise. */
export function useTold(): [Told | null, (told: Told) => void] {
  const [told, setTold] = useState<Told | null>(null)
  useEffect(() => {
    if (!told) return
    const timer = setTimeout(() => setTold(null), told.forMs ?? 3000)
    return () => clearTimeout(timer)
  }, [told])
  return [told, setTold]
}
