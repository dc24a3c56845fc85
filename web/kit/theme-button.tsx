import { useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import css from './theme-button.module.css'

/** Which half is shown is for the style sheet to say: the server does not know the reader's theme. */
export function ThemeButton() {
  const { setColorScheme } = useMantineColorScheme()
  const turn = () => {
    const shown = document.documentElement.dataset.mantineColorScheme
    setColorScheme(shown === 'dark' ? 'light' : 'dark')
  }
  return (
    <button type="button" className={css.button} onClick={turn}>
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
