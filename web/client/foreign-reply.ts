import { checkToken } from '#contract/current-session.ts'
import { serverHeader } from '#contract/server-header.ts'
import { matchesShape } from '#core/reply-shape.ts'
import { toClientEndpoint } from './client-endpoint.ts'

const timeoutMs = 10_000

/** True once a reply that is surely the server's came without its header. */
let isHeaderStripped = false
let asking: Promise<void> | undefined

/** Whether this network takes the server's header away; asked once. */
export async function checkStripped(): Promise<boolean> {
  if (isHeaderStripped) return true
  asking ??= askWhetherStripped()
    .catch(() => undefined)
    .finally(() => {
      asking = undefined
    })
  await asking
  return isHeaderStripped
}

/** Describes a refusal that is not the server's. */
export function describeForeignRefusal(status: number): string {
  if (status > 499) return ''
  return status === 413
    ? 'Something between you and the server does not take this much at once (413). Please tell the institute.'
    : `Something between you and the server refused this (${status}), a firewall perhaps.`
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
