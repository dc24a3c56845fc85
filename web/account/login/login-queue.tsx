import { useEffect, useState } from 'react'
import { getLoginPlace } from '#contract/accounts.ts'
import { getRetryAfterMs, isServerBusy, request } from '../../client/request.ts'
import { Notice } from '../../ui/notice.tsx'

const slowAfterMs = 1_500
const askEveryMs = 3_000
const retryMs = 2_000
const maxRetries = 12

/** Shown while a login waits that was not answered soon. */
export function LoginQueue({ ticket }: { readonly ticket: string }) {
  const [place, setPlace] = useState<number | null>()
  // Without TanStack Query, which the page of a login would load for this alone.
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const ask = async () => {
      const reply = await request(getLoginPlace, { params: { ticket }, signal }).catch(() => null)
      if (signal.aborted) return
      setPlace(reply?.place ?? null)
      timer = setTimeout(ask, askEveryMs)
    }
    let timer = setTimeout(ask, slowAfterMs)
    return () => {
      controller.abort()
      clearTimeout(timer)
    }
  }, [ticket])
  if (place === undefined) return null
  return (
    <Notice>
      {place === null ? (
        'This takes longer than usual.'
      ) : (
        <span aria-live="off">You are number {place} in the queue.</span>
      )}{' '}
      Keep this page open. You need not press Login again.
    </Notice>
  )
}

/** A full queue turns logins away; this one comes again by itself when the server asks for it. */
export async function repeatWhileBusy<Reply>(logIn: () => Promise<Reply>): Promise<Reply> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await logIn()
    } catch (error) {
      if (!isServerBusy(error) || retries === maxRetries) throw error
      const waitMs = Math.max(retryMs, getRetryAfterMs(error)) * (1 + Math.random() / 2)
      await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
  }
}
