import { useEffect, useRef, useState } from 'react'
import { decodeImage } from '../../../ui/images/decode-image.ts'

/** Enough to read a card; the server keeps no more. */
const longestSide = 1600

type DecodedImageState =
  | { readonly status: 'opening'; readonly share: number }
  | { readonly status: 'open'; readonly canvas: HTMLCanvasElement }

/** The picture of a file, once it is opened; another file starts over, and closing gives up. */
export function useDecodedImage(file: File, onFail: () => void): DecodedImageState {
  const [state, setState] = useState<DecodedImageState>({ status: 'opening', share: 0 })
  const onFailRef = useRef(onFail)
  onFailRef.current = onFail

  useEffect(() => {
    const controller = new AbortController()
    setState({ status: 'opening', share: 0 })
    decodeImage(file, {
      longestSide,
      signal: controller.signal,
      onProgress: (share) => setState({ status: 'opening', share }),
    }).then(
      (canvas) => {
        if (!controller.signal.aborted) setState({ status: 'open', canvas })
      },
      () => {
        if (!controller.signal.aborted) onFailRef.current()
      },
    )
    return () => controller.abort()
  }, [file])

  return state
}
