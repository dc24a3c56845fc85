/** The site that passkeys belong to: they work at this address only. */
export type RelyingParty = { readonly id: string; readonly origin: string }

/**
 * Passkeys belong to one address of the site, in what browsers call a secure context: https, or
 * this machine itself. A bare network address cannot have any.
 */
export function toRelyingParty(publicUrl: string | undefined): RelyingParty | null {
  const url = URL.parse(publicUrl ?? '')
  if (!url) return null
  const isSecure = url.protocol === 'https:' || url.hostname === 'localhost'
  const isName = /[a-z]/i.test(url.hostname) && !url.hostname.startsWith('[')
  return isSecure && isName ? { id: url.hostname, origin: url.origin } : null
}
