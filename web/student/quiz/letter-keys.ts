import { type KeyboardEvent, useState } from 'react'

const key = 'letter-keys'

/** Whether A to D choose an option; whoever speaks to their device can turn it off, for good. */
export function useLetterKeys(): [boolean, (isOn: boolean) => void] {
  const [isOn, setOn] = useState(isStored)
  return [
    isOn,
    (next) => {
      setOn(next)
      store(next)
    },
  ]
}

/** A letter, not a shortcut of the browser. */
export function isTyped({ ctrlKey, metaKey, altKey, repeat }: KeyboardEvent): boolean {
  return !ctrlKey && !metaKey && !altKey && !repeat
}

function isStored(): boolean {
  try {
    return localStorage.getItem(key) !== 'off'
  } catch {
    return true
  }
}

function store(isOn: boolean) {
  try {
    localStorage.setItem(key, isOn ? 'on' : 'off')
  } catch {
    // Storage is switched off: the choice holds for this quiz.
  }
}
