import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * An address as a socket or a Host header has it, in brackets or not; IPv4 that comes mapped into
 * IPv6 is IPv4. Null for a name, and for short forms such as 127.1.
 */
function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const bare = text.replace(/^\[(.*)\]$/, '$1')
  return isIP(bare) === 0 ? null : ipaddr.process(bare)
}

export function isAddress(hostname: string): boolean {
  return parseAddress(hostname) !== null
}

/**
 * Returns the network of an address: an IPv4 address as it is, and the /64 of an IPv6 address,
 * since one household has 2^64 of them.
 */
export function toNetwork(address: string): string {
  const parsed = parseAddress(address)
  if (!parsed) return address
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const groups = parsed.parts.slice(0, 4)
  return groups.map((group) => group.toString(16)).join(':')
}

/** A host name as in a URL: this machine, whatever network it is on. */
export function isLoopback(hostname: string): boolean {
  const name = hostname.toLowerCase()
  if (name === 'localhost' || name.endsWith('.localhost')) return true
  return parseAddress(name)?.range() === 'loopback'
}

/** A host name as in a URL that the Internet cannot know: of a lab's network, or without a dot. */
export function isPrivateHost(hostname: string): boolean {
  const address = parseAddress(hostname)
  if (address) return ['private', 'uniqueLocal', 'linkLocal', 'loopback'].includes(address.range())
  return !hostname.includes('.') || /\.(local|localhost|lan|internal|home\.arpa)$/i.test(hostname)
}

/**
 * Accepts the proxies that Fastify can trust: addresses, networks such as 10.0.0.0/8, and three
 * names of such.
 */
export function isProxyAddress(text: string): boolean {
  const isNamed = ['loopback', 'linklocal', 'uniquelocal'].includes(text)
  // The parser also takes `1` for 0.0.0.1.
  const [address = ''] = text.split('/')
  return isNamed || (isIP(address) !== 0 && (address === text || ipaddr.isValidCIDR(text)))
}

/**
 * X-Forwarded-For as proxies write it, without ports and brackets, up to the last entry that is no
 * address: what stands further left may be forged. Null where nothing is left.
 */
export function cleanForwardedFor(header: string): string | null {
  const addresses = header.split(',').map((entry) => toBareAddress(entry.trim()))
  const kept = addresses.slice(addresses.lastIndexOf(null) + 1)
  return kept.length > 0 ? kept.join(', ') : null
}

/** `203.0.113.5:51234`, `[2001:db8::1]:4711` */
function toBareAddress(entry: string): string | null {
  const bare =
    /^\[([^\]]*)\](?::\d{1,5})?$/.exec(entry)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(entry)?.[1] ?? entry
  return isIP(bare) === 0 ? null : bare
}
