import { announceStored, onStored, readStored, writeStored } from '../browser-storage.ts'

// The key and the attribute are Mantine's, whose script sets the attribute before the first paint.
const key = 'mantine-color-scheme-value'

function show(scheme: 'light' | 'dark') {
  document.documentElement.dataset.mantineColorScheme = scheme
}

export function turnColorScheme() {
  const chosen = document.documentElement.dataset.mantineColorScheme === 'dark' ? 'light' : 'dark'
  show(chosen)
  // Where storage is switched off, the choice holds until the page is left.
  if (writeStored(key, chosen)) announceStored(key, chosen)
}

/** Follows the system while the reader has chosen nothing, and the choice made in another tab. */
export function followColorScheme() {
  const system = window.matchMedia('(prefers-color-scheme: dark)')
  const onSystem = () => {
    if (!readStored(key)) show(system.matches ? 'dark' : 'light')
  }
  const stopHearing = onStored(key, (chosen) => {
    if (chosen === 'light' || chosen === 'dark') show(chosen)
  })
  system.addEventListener('change', onSystem)
  return () => {
    system.removeEventListener('change', onSystem)
    stopHearing()
  }
}
