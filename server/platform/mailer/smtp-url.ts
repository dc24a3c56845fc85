import { isLoopback } from '../network-address.ts'

const tlsParameter = 'tls'

/**
 * Whether emails may go to this server only through STARTTLS: they hold one-time passwords. A
 * server on this machine needs none, and `?tls=off` states that nobody can listen in between.
 */
export function isTlsRequired(url: string): boolean {
  const { protocol, hostname, searchParams } = new URL(url)
  if (protocol !== 'smtp:' || searchParams.get(tlsParameter) === 'off') return false
  return !isLoopback(hostname)
}

/** For nodemailer, which does not know the parameter. */
export function removeTlsParameter(url: string): string {
  const address = new URL(url)
  address.searchParams.delete(tlsParameter)
  return address.href
}

/** Null, or why `tls=` in SMTP_URL cannot be meant; an invalid URL has its own message. */
export function validateTlsParameter(url: string): string | null {
  const address = URL.parse(url)
  if (!address) return null
  const { protocol, searchParams } = address
  const value = searchParams.get(tlsParameter)
  if (value === null) return null
  if (value !== 'off') return 'Only ?tls=off is understood'
  return protocol === 'smtp:' ? null : 'smtps:// always uses TLS: leave out ?tls=off'
}
