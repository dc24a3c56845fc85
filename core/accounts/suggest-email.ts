/** The most frequent hosts. Other names may follow, so only misspellings of these are recognised. */
const providers = [
  'gmail',
  'yahoo',
  'outlook',
  'hotmail',
  'rediffmail',
  'icloud',
  'protonmail',
] as const
/** Providers of their own, whose names look like a misspelt one. */
const lookalikes = new Set(['mail', 'email', 'ymail', 'rocketmail'])
/** No top-level domain, or one that nobody here has; all are usual slips for "com". */
const misspeltCom = new Set([
  'con',
  'cmo',
  'ocm',
  'comm',
  'coom',
  'cpm',
  'vom',
  'xom',
  'c0m',
  'cim',
])
/** Exist, but not with these providers. */
const unlikelyEndings = new Set(['co', 'cm', 'om'])

/**
 * The address that was probably meant: "priya@gmial.con" gives "priya@gmail.com".
 * @returns null if nothing looks misspelt
 */
export function suggestEmail(email: string): string | null {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1).toLowerCase()
  const dot = domain.indexOf('.')
  if (at < 1 || dot < 1) return null
  const meant = correctDomain(domain.slice(0, dot), domain.slice(dot + 1))
  return meant === domain ? null : email.slice(0, at + 1) + meant
}

function correctDomain(name: string, ending: string): string {
  const provider = findProvider(name)
  // Google has no other ending.
  if (provider === 'gmail') return 'gmail.com'
  const isSlip = misspeltCom.has(ending) || (provider && unlikelyEndings.has(ending))
  return `${provider ?? name}.${isSlip ? 'com' : ending}`
}

function findProvider(name: string): string | undefined {
  if (lookalikes.has(name)) return undefined
  return providers.find((provider) => isOneSlipAway(name, provider))
}

/** Or the same. One letter too many, missing or wrong, or two that changed places. */
function isOneSlipAway(typed: string, meant: string): boolean {
  let start = 0
  while (start < typed.length && typed[start] === meant[start]) start += 1
  const [typedRest, meantRest] = [typed.slice(start), meant.slice(start)]
  const [first = '', second = ''] = meantRest
  return (
    typedRest.slice(1) === meantRest ||
    typedRest === meantRest.slice(1) ||
    typedRest.slice(1) === meantRest.slice(1) ||
    typedRest === second + first + meantRest.slice(2)
  )
}
