import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { UploadCancelledError } from './upload.ts'

type UploadWork<Progress, Reply> = (
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
) => Promise<Reply>

/**
 * Runs one upload at a time. While it runs, the browser asks before the page is closed; it ends with
 * the component. Cancelled, it throws `UploadCancelledError`.
 */
export function useUpload<Progress>() {
  const [progress, setProgress] = useState<Progress | null>(null)
  const controllerRef = useRef<AbortController | null>(null)
  useEffect(() => () => controllerRef.current?.abort(new UploadCancelledError()), [])

  const run = async <Reply>(work: UploadWork<Progress, Reply>): Promise<Reply> => {
    const controller = new AbortController()
    controllerRef.current = controller
    window.addEventListener('beforeunload', preventUnload)
    try {
      return await work(controller.signal, setProgress)
    } finally {
      window.removeEventListener('beforeunload', preventUnload)
      controllerRef.current = null
      // At once: what follows may leave the page, which asks while an upload runs.
      flushSync(() => setProgress(null))
    }
  }
  return {
    progress,
    run,
    cancel: () => controllerRef.current?.abort(new UploadCancelledError()),
  }
}

function preventUnload(event: BeforeUnloadEvent) {
  event.preventDefault()
}
