import { type Emit, overNow, type Seen, type Stop, seenNow } from './seen.ts'

/** Written down only; what is told while the net is away arrives when it is back. */
export function watchNet(emit: Emit): Stop {
  let away: Seen | null = null
  const onOffline = () => {
    away = seenNow('offline')
    emit(away)
  }
  const onOnline = () => {
    if (away) emit(overNow(away))
    away = null
    emit(seenNow('online'))
  }
  window.addEventListener('offline', onOffline)
  window.addEventListener('online', onOnline)
  return () => {
    window.removeEventListener('offline', onOffline)
    window.removeEventListener('online', onOnline)
  }
}
