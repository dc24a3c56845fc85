import {
  createEvent,
  type Emit,
  endEvent,
  type ProctoringEvent,
  type Stop,
} from './proctoring-event.ts'

/** Recorded only; events reported while offline arrive when the connection is back. */
export function watchConnection(emit: Emit): Stop {
  let offlineEvent: ProctoringEvent | null = null
  const onOffline = () => {
    offlineEvent = createEvent('offline')
    emit(offlineEvent)
  }
  const onOnline = () => {
    if (offlineEvent) emit(endEvent(offlineEvent))
    offlineEvent = null
    emit(createEvent('online'))
  }
  window.addEventListener('offline', onOffline)
  window.addEventListener('online', onOnline)
  return () => {
    window.removeEventListener('offline', onOffline)
    window.removeEventListener('online', onOnline)
  }
}
