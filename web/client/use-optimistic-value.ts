import { useState } from 'react'

type Choice<T> = { readonly value: T }

/**
 * The saved value, or the one being saved from the click on. A mutation's own state comes a moment
 * later, which would make a checkbox jump back and forth.
 */
export function useOptimisticValue<T>(savedValue: T) {
  const [choice, setChoice] = useState<Choice<T> | null>(null)

  /** `saving` must resolve, even after a failure, once the saved value is up to date. */
  async function showWhile(value: T, saving: Promise<unknown>) {
    const own = { value }
    setChoice(own)
    await saving
    setChoice((current) => (current === own ? null : current))
  }
  return [choice ? choice.value : savedValue, showWhile] as const
}
