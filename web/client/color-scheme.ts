import { announceStored, onStoredChange, readStored, writeStored } from './browser-storage.ts'

const key = 'color-scheme'
const listeners = new Set<() => void>()

function applyColorScheme(scheme: 'light' | 'dark') {
  document.documentElement.dataset.colorScheme = scheme
  for (const listener of listeners) listener()
}

export function isDark(): boolean {
  return document.documentElement.dataset.colorScheme === 'dark'
}

export function onColorScheme(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function toggleColorScheme() {
  const chosen = isDark() ? 'light' : 'dark'
  applyColorScheme(chosen)
  // Without storage the choice lasts until the page is closed.
  if (writeStored(key, chosen)) announceStored(key, chosen)
}

/** Applies a choice made in another tab, and the system's scheme until the user has chosen. */
export function followColorScheme() {
  const system = window.matchMedia('(prefers-color-scheme: dark)')
  const handleSystemChange = () => {
    if (!readStored(key)) applyColorScheme(system.matches ? 'dark' : 'light')
  }
  const stopListening = onStoredChange(key, (chosen) => {
    if (chosen === 'light' || chosen === 'dark') applyColorScheme(chosen)
  })
  // It may have changed since the page was first painted.
  handleSystemChange()
  system.addEventListener('change', handleSystemChange)
  return () => {
    system.removeEventListener('change', handleSystemChange)
    stopListening()
  }
}
