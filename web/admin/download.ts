import type { Endpoint } from '#contract/endpoint.ts'
import { toClientEndpoint } from '../client/endpoint.ts'
import {
  buildUrl,
  fetchWithReauthentication,
  type RequestArgs,
  throwNetworkError,
} from '../client/request.ts'

/** Fetched and then saved, and not a plain link, so that a refusal is told in a sentence. */
export async function download<E extends Endpoint>(endpoint: E, ...[given]: RequestArgs<E>) {
  const { params, query } = { params: undefined, query: undefined, ...given }
  const address = buildUrl(toClientEndpoint(endpoint).path, params, query)
  const response = await fetchWithReauthentication(() =>
    fetch(address, { credentials: 'same-origin' }),
  )
  const url = URL.createObjectURL(await response.blob().catch(throwNetworkError))
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
