import { type MouseEvent, useEffect, useState } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { upload } from '../../../client/upload.ts'
import { useUpload } from '../../../client/use-upload.ts'
import { Button } from '../../../ui/button.tsx'
import { Status } from '../../../ui/status.tsx'
import { UploadProgress } from '../../../ui/upload-progress.tsx'
import css from './saving-progress.module.css'

type UploadArgs<E extends Endpoint> = Omit<
  Parameters<typeof upload<E>>[1],
  'signal' | 'onProgress' | 'replyTimeoutMs'
>

/** The server looks at each picture once it has them all, and there may be hundreds. */
const replyTimeoutMs = 300_000

export type Saving = ReturnType<typeof useSaving>

/** Sends a test with its pictures; `share` is null while nothing is sent. */
export function useSaving() {
  const { progress, run, cancel } = useUpload<number>()
  const send = <E extends Endpoint>(endpoint: E, args: UploadArgs<E>) =>
    run((signal, onProgress) => {
      onProgress(0)
      return upload(endpoint, { ...args, signal, onProgress, replyTimeoutMs })
    })
  return { share: progress, send, cancel }
}

/** Shown once it takes longer than a moment. */
export function SavingProgress({ saving: { share, cancel } }: { readonly saving: Saving }) {
  const isSlow = useIsSlow(share !== null)
  if (!isSlow || share === null) return null
  const handleCancel = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    // This button goes away, so the focus is given a place.
    currentTarget.form?.querySelector<HTMLElement>('[type=submit]')?.focus()
    cancel()
  }
  return (
    <div className={css.saving}>
      <Status>
        {share < 1 ? 'Saving the test…' : 'Everything is sent. The server is storing it…'}
      </Status>
      <UploadProgress share={share} />
      <Button wide onClick={handleCancel}>
        Cancel saving
      </Button>
    </div>
  )
}

const slowAfterMs = 400

function useIsSlow(isRunning: boolean): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isRunning) return
    const timer = setTimeout(() => setSlow(true), slowAfterMs)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isRunning])
  return isRunning && isSlow
}
