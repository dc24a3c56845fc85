import type { Endpoint } from '#contract/endpoint.ts'
import { toClientEndpoint } from './endpoint.ts'
import {
  buildUrl,
  fetchWithReauthentication,
  type RequestArgs,
  throwNetworkError,
} from './request.ts'

/** Fetches and saves a file; a plain link could not show the message of a refusal. */
export async function download<E extends Endpoint>(endpoint: E, ...[args]: RequestArgs<E>) {
  const { params, query } = { params: undefined, query: undefined, ...args }
  const address = buildUrl(toClientEndpoint(endpoint).path, params, query)
  const response = await fetchWithReauthentication(() =>
    fetch(address, { credentials: 'same-origin' }),
  )
  const url = URL.createObjectURL(await response.blob().catch(throwNetworkError))
  const link = document.createElement('a')
  link.href = url
  link.download = parseFileName(response.headers.get('Content-Disposition') ?? '')
  link.click()
  // Revoked only when the browser has surely started to save; too early, nothing is saved.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

function parseFileName(disposition: string) {
  const [, name = 'export'] = /filename\*=UTF-8''([^;]+)/.exec(disposition) ?? []
  return decodeURIComponent(name)
}
