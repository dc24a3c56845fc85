import type { Plugin } from 'vite'

/** All these names, each a function that returns undefined, as what is called does when it is off. */
const omit = (...names: readonly string[]) =>
  `const nothing = () => undefined\nexport { ${names.map((name) => `nothing as ${name}`).join(', ')} }\n`

/** Calls the loaders and actions that run in the browser; there are no others. */
const browserDataStrategy = `
import { decode } from '../../../vendor/turbo-stream-v2/turbo-stream.js'

export const decodeViaTurboStream = (body) => decode(body)

export const getTurboStreamSingleFetchDataStrategy = () => (args) =>
  args.runClientMiddleware(loadAll)

async function loadAll({ matches }) {
  const results = {}
  const load = async (match) => {
    results[match.route.id] = await match.resolve()
  }
  await Promise.all(matches.filter((match) => match.shouldCallHandler()).map(load))
  return results
}
`

/**
 * Replacements for parts of React Router that every page would load and that never run here: we
 * measure nothing in it, a page names all routes so that none is asked for later, and no route has
 * a loader on the server. A name that is missing here fails the build.
 */
const replacements: Readonly<Record<string, string>> = {
  '/router/instrumentation.js': omit(
    'consumeInstrumentationClientResultMetaReceiver',
    'getRouteInstrumentationUpdates',
    'instrumentClientSideRouter',
    'instrumentHandler',
    'instrumentationResultMetaContext',
  ),
  '/dom/ssr/fog-of-war.js': omit(
    'getManifestPath',
    'getPartialManifest',
    'getPatchRoutesOnNavigationFunction',
    'getPathsWithAncestors',
    'handleClientVersionMismatch',
    'isFogOfWarEnabled',
    'useFogOFWarDiscovery',
  ),
  '/dom/ssr/single-fetch.js':
    omit(
      'NO_BODY_STATUS_CODES',
      'SingleFetchRedirectSymbol',
      'StreamTransfer',
      'getSingleFetchDataStrategyImpl',
      'singleFetchUrl',
      'stripIndexParam',
    ) + browserDataStrategy,
}

export function unusedRouterParts(): Plugin {
  const replaced = new Set<string>()
  return {
    name: 'unused-router-parts',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    load(id) {
      if (!/node_modules\/react-router\//.test(id)) return null
      const part = Object.keys(replacements).find((path) => id.endsWith(path))
      if (part === undefined) return null
      replaced.add(part)
      return replacements[part]
    },
    generateBundle() {
      const missing = Object.keys(replacements).filter((path) => !replaced.has(path))
      if (missing.length > 0) this.error(`React Router no longer has ${missing.join(', ')}`)
    },
  }
}
