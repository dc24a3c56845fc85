import { type KeyboardEvent, useState } from 'react'
import { readStored, writeStored } from '../../client/browser-storage.ts'

/** Whether A to D choose an option; whoever speaks to their device can turn it off, for good. */
export function useLetterKeys(): [boolean, (isOn: boolean) => void] {
  const [isOn, setOn] = useState(isEnabledInStorage)
  return [
    isOn,
    (next) => {
      setOn(next)
      storePreference(next)
    },
  ]
}

/** A letter, not a shortcut of the browser. */
export function isPlainKey({ ctrlKey, metaKey, altKey, repeat }: KeyboardEvent): boolean {
  return !ctrlKey && !metaKey && !altKey && !repeat
}

function isEnabledInStorage(): boolean {
  return readStored('letter-keys') !== 'off'
}

/** Where storage is switched off, the choice holds for this quiz. */
function storePreference(isOn: boolean) {
  writeStored('letter-keys', isOn ? 'on' : 'off')
}
