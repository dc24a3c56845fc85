import { checkToken } from '#contract/current-session.ts'
import { serverHeader } from '#contract/server-header.ts'
import { matchesShape } from '#core/reply-shape.ts'
import { toClientEndpoint } from './endpoint.ts'

const timeoutMs = 10_000

/** True once a reply that is surely the server's came without its header. */
let isHeaderStripped = false
let asking: Promise<void> | undefined

/** False where something on the way has answered in the server's place. */
export async function isOwnReply({ headers }: Response): Promise<boolean> {
  if (headers.has(serverHeader)) return true
  if (isHeaderStripped) return true
  asking ??= askWhetherStripped()
    .catch(() => undefined)
    .finally(() => {
      asking = undefined
    })
  await asking
  return isHeaderStripped
}

/** Some networks let no header through that they do not know. */
async function askWhetherStripped() {
  const { path, shape } = toClientEndpoint(checkToken)
  const response = await fetch(path, {
    credentials: 'same-origin',
    signal: AbortSignal.timeout(timeoutMs),
  })
  const reply = await response.json()
  const isOurs = response.ok
    ? shape !== undefined && matchesShape(shape, reply)
    : reply.code === 'not-signed-in'
  isHeaderStripped = isOurs && !response.headers.has(serverHeader)
}
