import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/**
 * The build rests on these parts of React Router, which are no part of its public interface. After an
 * upgrade a failing title says what changed; docs/decisions/0183 says what rests on it.
 */
const packages = join(import.meta.dirname, '../../node_modules')
const library = join(packages, 'react-router/dist/production/lib')
const read = (path: string) => readFileSync(join(library, path), 'utf8')
const builder = readFileSync(join(packages, '@react-router/dev/dist/vite.js'), 'utf8')

function listExports(path: string): string[] {
  const [, names = ''] = /^export \{ (.*) \};$/m.exec(read(path)) ?? []
  return names.split(', ')
}

it('loadRouteModule takes a route and the modules that are loaded (patientRoutes)', () => {
  expect(listExports('dom/ssr/routeModules.js')).toEqual(['loadRouteModule'])
  expect(read('dom/ssr/routeModules.js')).toContain(
    'async function loadRouteModule(route, routeModulesCache) {',
  )
})

it('an outdated page finds where a click leads to (patientRoutes)', () => {
  expect(read('dom-export/hydrated-router.js')).toContain('window.__reactRouterDataRouter = ')
})

it.each([
  {
    path: 'router/instrumentation.js',
    exports: [
      'consumeInstrumentationClientResultMetaReceiver',
      'getRouteInstrumentationUpdates',
      'instrumentClientSideRouter',
      'instrumentHandler',
      'instrumentationResultMetaContext',
    ],
  },
  {
    path: 'dom/ssr/fog-of-war.js',
    exports: [
      'URL_LIMIT',
      'getManifestPath',
      'getPartialManifest',
      'getPatchRoutesOnNavigationFunction',
      'getPathsWithAncestors',
      'handleClientVersionMismatch',
      'isFogOfWarEnabled',
      'useFogOFWarDiscovery',
    ],
  },
  {
    path: 'dom/ssr/single-fetch.js',
    exports: [
      'NO_BODY_STATUS_CODES',
      'SingleFetchRedirectSymbol',
      'StreamTransfer',
      'decodeViaTurboStream',
      'getSingleFetchDataStrategyImpl',
      'getTurboStreamSingleFetchDataStrategy',
      'singleFetchUrl',
      'stripIndexParam',
    ],
  },
])('$path exports what its replacement knows (unusedRouterParts)', ({ path, exports }) => {
  expect(listExports(path)).toEqual(exports)
})

it('instrumentation and late routes do nothing without their options (unusedRouterParts)', () => {
  expect(read('dom/ssr/fog-of-war.js')).toContain(
    'return routeDiscovery.mode === "lazy" && ssr === true;',
  )
  expect(read('router/router.js')).toContain('if (init.instrumentations) {')
})

it('the browser reads the imports of a route only to prefetch it (shortenManifest)', () => {
  const readers = globSync('{dom,dom-export}/**/*.js', { cwd: library }).filter((path) =>
    /\broute\.imports\b|\.imports\)/.test(read(path)),
  )
  expect(readers).toEqual(['dom/ssr/links.js'])
  expect(read('dom/ssr/links.js')).toContain('if (route.imports) hrefs = hrefs.concat(')
})

it('the list of routes is a file that sets window.__reactRouterManifest (shortenManifest)', () => {
  expect(builder).toMatch(/`window\.__reactRouterManifest=\$\{JSON\.stringify\(/)
  expect(builder).toMatch(/`manifest-\$\{version\}\.js`/)
})

it('the build lets no page export more than its own names by itself (extensibleEntries)', () => {
  expect(builder).toContain('preserveEntrySignatures: "exports-only"')
})

it('a page that is written at build time has a time limit (vite.config.ts)', () => {
  expect(builder).toContain('AbortSignal.timeout(timeout)')
})
