import { getLastServerTime, getServerTime } from '../../client/server-clock.ts'

/** As the server's last reply tells it, since the clock of a device may be wrong. */
export function readServerTime(): number {
  return getLastServerTime() ?? getServerTime()
}
