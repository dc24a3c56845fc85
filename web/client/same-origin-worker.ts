type TrustedTypes = {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: (address: string) => string },
  ): { createScriptURL(address: string): string }
}

/** Not in every browser: the policy of our pages names it for those that ask. */
const trustedTypes = (globalThis as { readonly trustedTypes?: TrustedTypes }).trustedTypes

const policy = trustedTypes?.createPolicy('own-worker', { createScriptURL: toSameOriginUrl })

/** A worker of this site. @throws for an address of another one */
export function createSameOriginWorker(address: string): Worker {
  const trustedUrl = policy ? policy.createScriptURL(address) : toSameOriginUrl(address)
  return new Worker(trustedUrl, { type: 'module' })
}

function toSameOriginUrl(address: string): string {
  const { origin, href } = new URL(address, window.location.href)
  if (origin !== window.location.origin) throw new TypeError('A worker of another site')
  return href
}
