import { useEffect, useState } from 'react'
import { isScreenTooSmall } from '#core/quiz-session/preflight-checks.ts'
import { isTouch, windowNow } from '../../quiz/watch/window-now.ts'

type WindowLook = {
  readonly isTouch: boolean
  /** Developer tools, a side panel, or a page that is drawn larger: it is all the same from inside. */
  readonly hasGap: boolean
  readonly isCramped: boolean
}

/** A browser's own bars take up less than this. */
const ownBars = { width: 160, height: 250 }

/** The window as it is now, looked at anew when it changes. */
export function useWindowLook(): WindowLook {
  const [look, setLook] = useState(lookNow)
  useEffect(() => {
    const onResize = () => setLook(lookNow())
    window.addEventListener('resize', onResize)
    return () => window.removeEventListener('resize', onResize)
  }, [])
  return look
}

function lookNow(): WindowLook {
  const now = windowNow()
  return {
    isTouch: isTouch(),
    hasGap:
      now.outerWidth - now.innerWidth > ownBars.width ||
      now.outerHeight - now.innerHeight > ownBars.height,
    isCramped: isScreenTooSmall({ width: now.innerWidth, height: now.innerHeight }),
  }
}
