type TrustedTypes = {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: (address: string) => string },
  ): { createScriptURL(address: string): string }
}

/** Missing in some browsers; our pages' CSP names the policy for those that enforce it. */
const trustedTypes = (globalThis as { readonly trustedTypes?: TrustedTypes }).trustedTypes

const policy = trustedTypes?.createPolicy('own-worker', { createScriptURL: toSameOriginUrl })

/** The address of a worker of this site, as its constructor takes it. @throws for another site's */
export function toWorkerUrl(address: string): string {
  return policy ? policy.createScriptURL(address) : toSameOriginUrl(address)
}

function toSameOriginUrl(address: string): string {
  const { origin, href } = new URL(address, window.location.href)
  if (origin !== window.location.origin) throw new TypeError('A worker of another site')
  return href
}
