import { IconMaximize, IconMinimize } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import css from './start-dialog.module.css'

/** Not drawn where the browser has no full screen for pages, as on an iPhone. */
export function FullScreenButton() {
  const isFull = useSyncExternalStore(subscribe, isFullScreen)
  if (!document.fullscreenEnabled) return null
  const Icon = isFull ? IconMinimize : IconMaximize
  const toggle = () => (isFull ? document.exitFullscreen() : enterFullScreen())
  return (
    <button type="button" className={css.card} onClick={() => toggle().catch(() => undefined)}>
      <Icon size={24} stroke={1.75} aria-hidden="true" />
      <span>
        {isFull ? 'Leave full screen' : 'Full screen'}
        <small>
          {isFull ? 'Leaving it never ends the quiz' : 'Keeps other windows out of the way'}
        </small>
      </span>
    </button>
  )
}

/** The whole document, so that it lasts from one page of ours to the next. */
function enterFullScreen() {
  return document.documentElement.requestFullscreen({ navigationUI: 'hide' })
}

function isFullScreen() {
  return document.fullscreenElement !== null
}

function subscribe(listener: () => void) {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}
