import { useEffect, useRef, useState } from 'react'
import { openPicture } from '../../../kit/picture/open-picture.ts'

/** Enough to read a card; the server keeps no more. */
const longestSide = 1600

type PictureState =
  | { readonly is: 'opening'; readonly share: number }
  | { readonly is: 'open'; readonly canvas: HTMLCanvasElement }

/** The picture of a file, once it is opened; another file starts over, and closing gives up. */
export function usePicture(file: File, onFail: () => void): PictureState {
  const [state, setState] = useState<PictureState>({ is: 'opening', share: 0 })
  const fail = useRef(onFail)
  fail.current = onFail

  useEffect(() => {
    const gone = new AbortController()
    setState({ is: 'opening', share: 0 })
    openPicture(file, {
      longestSide,
      signal: gone.signal,
      onProgress: (share) => setState({ is: 'opening', share }),
    }).then(
      (canvas) => {
        if (!gone.signal.aborted) setState({ is: 'open', canvas })
      },
      () => {
        if (!gone.signal.aborted) fail.current()
      },
    )
    return () => gone.abort()
  }, [file])

  return state
}
