import { useSyncExternalStore } from 'react'

/** False only if the device knows that it is offline; a broken connection may still give true. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine)
}

function subscribe(listener: () => void) {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Why a call got no answer; who stands in an exam must know whether to look at their own device. */
export function describeNoAnswer(isOnline: boolean): string {
  return isOnline
    ? 'We cannot reach the exam server. Nothing is wrong with your device.'
    : 'You are offline.'
}
