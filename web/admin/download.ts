import type { Endpoint } from '#contract/endpoint.ts'
import { addressOf, fail, fetchProved, type GivenArgs } from '../api.ts'
import { onTheWire } from '../wire.ts'

/** Fetched and then saved, and not a plain link, so that a refusal is told in a sentence. */
export async function download<E extends Endpoint>(endpoint: E, ...[given]: GivenArgs<E>) {
  const { params, query } = { params: undefined, query: undefined, ...given }
  const address = addressOf(onTheWire(endpoint).path, params, query)
  const response = await fetchProved(() => fetch(address, { credentials: 'same-origin' }))
  const url = URL.createObjectURL(await response.blob().catch(fail))
  const link = document.createElement('a')
  link.href = url
  link.download = nameIn(response.headers.get('Content-Disposition') ?? '')
  link.click()
  // The browser has begun to save it by then; a name given back too early saves nothing.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

function nameIn(disposition: string) {
  const [, name = 'export'] = /filename\*=UTF-8''([^;]+)/.exec(disposition) ?? []
  return decodeURIComponent(name)
}
