import { useState } from 'react'

type Choice<T> = { readonly value: T }

/**
 * The saved value, or from the click on the one that is being saved. A mutation's own state comes a
 * moment after the click: a checkbox would jump back and forth.
 */
export function useOptimisticValue<T>(savedValue: T) {
  const [choice, setChoice] = useState<Choice<T> | null>(null)

  /** `saving` resolves when the saved value is up to date, also after a failure. */
  async function showWhile(value: T, saving: Promise<unknown>) {
    const own = { value }
    setChoice(own)
    await saving
    setChoice((current) => (current === own ? null : current))
  }
  return [choice ? choice.value : savedValue, showWhile] as const
}
