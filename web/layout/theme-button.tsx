import { IconMoon, IconSun } from '@tabler/icons-react'
import { useEffect } from 'react'
import {
  announceStored,
  onStoredChange,
  readStored,
  writeStored,
} from '../client/browser-storage.ts'
import css from './theme-button.module.css'

/** CSS chooses which icon to show: the prerendered page cannot know the reader's theme. */
export function ThemeButton() {
  useEffect(followColorScheme, [])
  return (
    <button type="button" className={css.button} onClick={toggleColorScheme}>
      <span className={css.whileLight}>
        <IconMoon size={20} stroke={1.75} aria-hidden="true" />
        <span className="visually-hidden">Switch to dark theme</span>
      </span>
      <span className={css.whileDark}>
        <IconSun size={20} stroke={1.75} aria-hidden="true" />
        <span className="visually-hidden">Switch to light theme</span>
      </span>
    </button>
  )
}

const key = 'color-scheme'

function applyColorScheme(scheme: 'light' | 'dark') {
  document.documentElement.dataset.colorScheme = scheme
}

function toggleColorScheme() {
  const chosen = document.documentElement.dataset.colorScheme === 'dark' ? 'light' : 'dark'
  applyColorScheme(chosen)
  // Without storage the choice lasts until the page is closed.
  if (writeStored(key, chosen)) announceStored(key, chosen)
}

/** Applies a choice made in another tab, and the system's scheme until the user has chosen. */
function followColorScheme() {
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
