import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Route = {
  readonly parentId?: string
  readonly module: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

/** The parts of React Router's list of routes and their files that are read here. */
export type RouteManifest = {
  readonly entry: { readonly imports: readonly string[] }
  readonly routes: Readonly<Record<string, Route>>
}

/**
 * Each page loads the list of the files of all pages, so it is kept small: a route names no file that
 * a layout around it names, since that is loaded with it, and scripts stand in one order, which
 * compresses well. Styles keep theirs: it decides which rule wins.
 */
export function shortenManifest<M extends RouteManifest>(manifest: M): M {
  const counts = new Map<string, number>()
  for (const { imports = [] } of Object.values(manifest.routes))
    for (const path of imports) counts.set(path, (counts.get(path) ?? 0) + 1)
  const compare = (one: string, other: string) =>
    (counts.get(other) ?? 0) - (counts.get(one) ?? 0) || (one < other ? -1 : 1)

  const routes = Object.entries(manifest.routes).map(([id, route]) => {
    const around = listAncestors(manifest, route)
    const scripts = new Set([
      ...manifest.entry.imports,
      ...around.flatMap(({ module, imports = [] }) => [module, ...imports]),
    ])
    const styles = new Set(around.flatMap(({ css = [] }) => css))
    const imports = route.imports?.filter((path) => !scripts.has(path)).toSorted(compare)
    const css = route.css?.filter((path) => !styles.has(path))
    const whole = { ...route, ...(imports && { imports }), ...(css && { css }) }
    // The router reads a missing property like one that is false.
    return [
      id,
      Object.fromEntries(Object.entries<unknown>(whole).filter(([, value]) => value !== false)),
    ]
  })
  return { ...manifest, routes: Object.fromEntries(routes) }
}

function listAncestors({ routes }: RouteManifest, { parentId = '' }: Route): Route[] {
  const parent = routes[parentId]
  return parent ? [parent, ...listAncestors({ routes } as RouteManifest, parent)] : []
}

const opening = 'window.__reactRouterManifest='

/** Rewrites the list in a built folder, in place: what it says stays the same. */
export function shortenManifestFile(folder: string) {
  const [path = ''] = globSync('assets/manifest-*.js', { cwd: folder })
  const source = path && readFileSync(join(folder, path), 'utf8')
  if (!source.startsWith(opening)) throw new Error('The build has no list of routes any more')
  const manifest: RouteManifest = JSON.parse(source.slice(opening.length).replace(/;\s*$/, ''))
  writeFileSync(join(folder, path), `${opening}${JSON.stringify(shortenManifest(manifest))};`)
}
