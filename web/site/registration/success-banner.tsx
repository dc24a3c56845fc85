import { useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router'
import { Notice } from '../../ui/notice.tsx'

/** The built page knows nothing of its address, so the banner waits for the browser. */
export function SuccessBanner() {
  const [search] = useSearchParams()
  const isInBrowser = useSyncExternalStore(neverChanges, isTrue, isFalse)
  if (!isInBrowser || search.get('success') !== 'true') return null
  return <Notice tone="ok">THANKS. Your registration is successful.</Notice>
}

const neverChanges = () => () => undefined
const isTrue = () => true
const isFalse = () => false
