import { type KeyboardEvent, useState } from 'react'
import { readStored, writeStored } from '../../client/browser-storage.ts'

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
  return readStored('letter-keys') !== 'off'
}

/** Where storage is switched off, the choice holds for this quiz. */
function store(isOn: boolean) {
  writeStored('letter-keys', isOn ? 'on' : 'off')
}
