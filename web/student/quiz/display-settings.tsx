import { IconTextDecrease, IconTextIncrease, IconTextSize } from '@tabler/icons-react'
import { useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { readStored, writeStored } from '../../client/browser-storage.ts'
import { isDark, onColorScheme, toggleColorScheme } from '../../client/color-scheme.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Status } from '../../ui/status.tsx'
import css from './display-settings.module.css'

/** In percent of the usual size. */
const textSizes = [85, 100, 115, 130, 150, 175, 200] as const

/** Text size, contrast and theme of the exam room; the device keeps them. */
export function DisplaySettings() {
  const [sizeIndex, setSizeIndex] = useState(readSizeIndex)
  const [hasMoreContrast, setMoreContrast] = useState(prefersMoreContrast)
  const hasDarkTheme = useSyncExternalStore(onColorScheme, isDark)
  const size = textSizes[sizeIndex] ?? 100
  useLayoutEffect(() => {
    const { dataset, style } = document.documentElement
    style.setProperty('--paper-zoom', `${size / 100}`)
    dataset.contrast = hasMoreContrast ? 'more' : 'usual'
    return () => {
      style.removeProperty('--paper-zoom')
      delete dataset.contrast
    }
  }, [size, hasMoreContrast])
  const resize = (step: number) => {
    setSizeIndex(sizeIndex + step)
    writeStored('text-size', `${textSizes[sizeIndex + step]}`)
  }
  return (
    <>
      <button
        type="button"
        className={css.open}
        popoverTarget="display"
        aria-label="Text size, contrast, theme"
        title="Text size, contrast, theme"
      >
        <IconTextSize size={22} stroke={1.75} aria-hidden="true" />
      </button>
      <div id="display" popover="auto" className={css.panel}>
        <div className={css.sizes}>
          <IconButton name="Smaller text" disabled={sizeIndex === 0} onClick={() => resize(-1)}>
            <IconTextDecrease size={22} stroke={1.75} aria-hidden="true" />
          </IconButton>
          <Status>Text {size} %</Status>
          <IconButton
            name="Larger text"
            disabled={sizeIndex === textSizes.length - 1}
            onClick={() => resize(1)}
          >
            <IconTextIncrease size={22} stroke={1.75} aria-hidden="true" />
          </IconButton>
        </div>
        <Checkbox
          kind="switch"
          checked={hasMoreContrast}
          onChange={({ target }) => {
            setMoreContrast(target.checked)
            writeStored('contrast', target.checked ? 'more' : 'usual')
          }}
        >
          More contrast
        </Checkbox>
        <Checkbox kind="switch" checked={hasDarkTheme} onChange={toggleColorScheme}>
          Dark theme
        </Checkbox>
      </div>
    </>
  )
}

function prefersMoreContrast(): boolean {
  const stored = readStored('contrast')
  return stored ? stored === 'more' : window.matchMedia('(prefers-contrast: more)').matches
}

function readSizeIndex(): number {
  const stored = textSizes.findIndex((size) => `${size}` === readStored('text-size'))
  return stored < 0 ? textSizes.indexOf(100) : stored
}
