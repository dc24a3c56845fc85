import { useEffect, useState } from 'react'
import { isScreenTooSmall } from '#core/quiz-session/preflight-checks.ts'
import { isTouch, readWindowMetrics } from '../../quiz/proctoring/watch-devtools.ts'

type WindowCheck = {
  readonly isTouch: boolean
  /** Developer tools, a side panel, or a page that is drawn larger: it is all the same from inside. */
  readonly hasGap: boolean
  readonly isCramped: boolean
}

/** A browser's own bars take up less than this. */
const browserBars = { width: 160, height: 250 }

/** The window as it is now, looked at anew when it changes. */
export function useWindowCheck(): WindowCheck {
  const [windowCheck, setWindowCheck] = useState(checkWindow)
  useEffect(() => {
    const onResize = () => setWindowCheck(checkWindow())
    window.addEventListener('resize', onResize)
    return () => window.removeEventListener('resize', onResize)
  }, [])
  return windowCheck
}

function checkWindow(): WindowCheck {
  const now = readWindowMetrics()
  return {
    isTouch: isTouch(),
    hasGap:
      now.outerWidth - now.innerWidth > browserBars.width ||
      now.outerHeight - now.innerHeight > browserBars.height,
    isCramped: isScreenTooSmall({ width: now.innerWidth, height: now.innerHeight }),
  }
}
