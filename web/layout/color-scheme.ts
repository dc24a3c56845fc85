import {
  announceStored,
  onStoredChange,
  readStored,
  writeStored,
} from '../client/browser-storage.ts'

// The key and the attribute are Mantine's, whose script sets the attribute before the first paint.
const key = 'mantine-color-scheme-value'

function applyColorScheme(scheme: 'light' | 'dark') {
  document.documentElement.dataset.mantineColorScheme = scheme
}

export function toggleColorScheme() {
  const chosen = document.documentElement.dataset.mantineColorScheme === 'dark' ? 'light' : 'dark'
  applyColorScheme(chosen)
  // Where storage is switched off, the choice holds until the page is left.
  if (writeStored(key, chosen)) announceStored(key, chosen)
}

/** Follows the system while the reader has chosen nothing, and the choice made in another tab. */
export function followColorScheme() {
  const system = window.matchMedia('(prefers-color-scheme: dark)')
  const handleSystemChange = () => {
    if (!readStored(key)) applyColorScheme(system.matches ? 'dark' : 'light')
  }
  const stopListening = onStoredChange(key, (chosen) => {
    if (chosen === 'light' || chosen === 'dark') applyColorScheme(chosen)
  })
  system.addEventListener('change', handleSystemChange)
  return () => {
    system.removeEventListener('change', handleSystemChange)
    stopListening()
  }
}
