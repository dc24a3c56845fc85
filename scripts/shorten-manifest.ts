import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pagePaths } from '#contract/page-paths.ts'

/** The pages that another page prefetches with their imports, by PrefetchPageLinks. */
const prefetchedPaths: readonly string[] = [pagePaths.quiz]

/** The parts of React Router's list of routes and their files that are read here. */
type RouteManifest = {
  readonly routes: Readonly<Record<string, { readonly path?: string; imports?: unknown }>>
}

const opening = 'window.__reactRouterManifest='

/**
 * Shortens the list of routes, which each page loads: a route names the scripts that it imports only
 * where a page prefetches it. Elsewhere the browser finds them in the script itself.
 *
 * @throws if React Router writes the list in another way.
 */
export function shortenManifest(source: string): string {
  if (!source.startsWith(opening)) refuse(`it does not begin with ${opening}`)
  const manifest: RouteManifest = JSON.parse(source.slice(opening.length).replace(/;\s*$/, ''))
  const routes = Object.values(manifest.routes)
  if (!routes.every(({ imports }) => Array.isArray(imports))) refuse('a route has no imports')
  for (const path of prefetchedPaths)
    if (!routes.some((route) => route.path === path)) refuse(`${path} is not in it`)
  for (const route of routes) if (!prefetchedPaths.includes(route.path ?? '')) delete route.imports
  return `${opening}${JSON.stringify(manifest)};`
}

/** Rewrites the list in a built folder, in place. */
export function shortenManifestFile(folder: string) {
  const [name] = globSync('assets/manifest-*.js', { cwd: folder })
  if (!name) return refuse('there is no assets/manifest-*.js')
  const path = join(folder, name)
  writeFileSync(path, shortenManifest(readFileSync(path, 'utf8')))
}

function refuse(difference: string): never {
  throw new Error(`React Router writes its list of routes in another way: ${difference} (0183).`)
}
