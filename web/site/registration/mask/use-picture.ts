import { useEffect, useRef, useState } from 'react'
import { openPicture } from './open-picture.ts'

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
