import type { Logger } from 'pino'

const maxWaitMs = 200

/**
 * Awaits a note that a reading call leaves beside it, such as when a session was last seen. Where
 * another process holds the database, or the disk is full, the call is not held up by it, nor does
 * it fail: the note is tried again with a later call.
 */
export async function awaitMinorWrite(
  writing: Promise<unknown>,
  log: Pick<Logger, 'warn'>,
): Promise<void> {
  const written = writing.catch((err) => log.warn({ err }, 'a note beside a call was not kept'))
  const { promise: timedOut, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, maxWaitMs)
  await Promise.race([written, timedOut])
  clearTimeout(timer)
}
