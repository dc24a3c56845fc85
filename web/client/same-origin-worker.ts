type TrustedTypes = {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: (address: string) => string },
  ): { createScriptURL(address: string): string }
}

/** Missing in some browsers; our pages' CSP names the policy for those that enforce it. */
const trustedTypes = (globalThis as { readonly trustedTypes?: TrustedTypes }).trustedTypes

const policy = trustedTypes?.createPolicy('own-worker', { createScriptURL: toSameOriginUrl })

/** Starts a worker of this site. @throws for an address of another site */
export function createSameOriginWorker(address: string): Worker {
  const trustedUrl = policy ? policy.createScriptURL(address) : toSameOriginUrl(address)
  return new Worker(trustedUrl, { type: 'module' })
}

function toSameOriginUrl(address: string): string {
  const { origin, href } = new URL(address, window.location.href)
  if (origin !== window.location.origin) throw new TypeError('A worker of another site')
  return href
}
