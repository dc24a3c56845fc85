import { useEffect, useState } from 'react'
import { getSampleLetter, type UnicodeScript } from '#core/questions/unicode-scripts.ts'

type Scripts = readonly UnicodeScript[]

/** Firefox finds some of its fonts only a while after it has started. */
const lookAgainMs = 2_000

/** Those that this device has no font for; null until it has looked. */
export function useMissingScripts(scripts: Scripts | undefined): Scripts | null {
  const [looked, setLooked] = useState<{ readonly for: Scripts; readonly missing: Scripts }>()
  useEffect(() => {
    if (!scripts) return
    let timer: number | undefined
    const look = () => {
      const missing = findMissingScripts(scripts)
      setLooked({ for: scripts, missing })
      if (missing.length > 0) timer = window.setTimeout(look, lookAgainMs)
    }
    look()
    return () => window.clearTimeout(timer)
  }, [scripts])
  return looked && looked.for === scripts ? looked.missing : null
}

/** In px. Firefox writes the code of a missing letter into its box, unless that is too low for it. */
const letterSize = 8
const canvasSize = 16
/** Unicode promises never to assign it. */
const noCharacter = '\uFDD0'

/** Finds scripts whose letters are drawn as those that no font has, or as nothing. */
function findMissingScripts(scripts: Scripts): Scripts {
  const canvas = document.createElement('canvas')
  canvas.width = canvasSize
  canvas.height = canvasSize
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return []
  context.font = `${letterSize}px ${getComputedStyle(document.body).fontFamily}`
  const draw = (letter: string) => {
    context.clearRect(0, 0, canvasSize, canvasSize)
    context.fillText(letter, 2, letterSize + 2)
    return context.getImageData(0, 0, canvasSize, canvasSize).data.join()
  }
  // A browser that hides from a page what it has drawn tells nothing.
  if (draw('A') === draw('M')) return []
  const unseen = [draw(' '), draw(noCharacter)]
  return scripts.filter((script) => unseen.includes(draw(getSampleLetter(script))))
}
