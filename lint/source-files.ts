import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const folders =
  'core,contract,server,web,simulated-class,test,e2e,bench,faults,demo,scripts,programs,lint,docs,sample-institute'

/** All of our files, as paths from the root with `/`. */
export function listSourceFiles(): string[] {
  return globSync([`{${folders}}/**/*.*`, '*.*'], { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted()
}

export type Import = {
  /** As written: `#core/exam.ts`, `./store.ts`, `zod`. */
  readonly of: string
  /** As a path from the root, or the name of a package, or `node:…`. */
  readonly target: string
  /** The import disappears when the program runs. */
  readonly isType: boolean
}

export function readImports(path: string): Import[] {
  return parseImports(path, readFileSync(join(root, path), 'utf8'))
}

const statement =
  /^[ \t]*(?:import|export)\s+(type\s+)?(?:[^'"`;=]*?\bfrom\s*)?(['"])([^'"\n]+)\2/gm
const dynamic = /\bimport\(\s*(['"])([^'"\n]+)\1/g

export function parseImports(path: string, source: string): Import[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
  return [
    ...code.matchAll(statement).map(([, type, , of]) => ({ of: `${of}`, isType: Boolean(type) })),
    ...code.matchAll(dynamic).map(([, , of]) => ({ of: `${of}`, isType: false })),
  ].map((found) => ({ ...found, target: resolveTarget(path, found.of) }))
}

function resolveTarget(path: string, of: string): string {
  if (of.startsWith('.')) return posix.join(posix.dirname(path), of)
  if (of === '#site') return 'site.ts'
  if (of.startsWith('#institute/')) return of.replace('#', 'sample-')
  if (of.startsWith('#')) return of.slice(1)
  if (of.startsWith('node:')) return of
  return of.split('/', of.startsWith('@') ? 2 : 1).join('/')
}
