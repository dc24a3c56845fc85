import { IconMoon, IconSun } from '@tabler/icons-react'
import { useEffect } from 'react'
import { followColorScheme, toggleColorScheme } from './color-scheme.ts'
import css from './theme-button.module.css'

/** Which half is shown is for the style sheet to say: the built page knows no reader's theme. */
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
