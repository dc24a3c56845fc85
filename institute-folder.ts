import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { z } from 'zod'

const root = import.meta.dirname

/** The sample institute: it stands in for each file that an institute has not written. */
export const sampleFolder = join(root, 'sample-institute')

/** The institute's own files, of which git knows nothing. Specs name another folder. */
export const instituteFolder = resolve(root, process.env.INSTITUTE_DIR ?? 'institute')

/** The institute's own file of that name, or the sample. */
export function findInstituteFile(name: string): string {
  const own = join(instituteFolder, name)
  return existsSync(own) ? own : join(sampleFolder, name)
}

/** @throws with one line for each thing that is not as it must be. */
export async function loadInstituteFile<S extends z.ZodType>(
  name: string,
  schema: S,
): Promise<z.output<S>> {
  const file = findInstituteFile(name)
  const module: object = await import(/* @vite-ignore */ pathToFileURL(file).href)
  const parsed = schema.safeParse({ ...module })
  if (parsed.success) return parsed.data
  const lines = parsed.error.issues.map(
    ({ path, message }) => `${path.join('.') || 'the file'}: ${message}`,
  )
  throw new Error(`${file} is not right.\n${lines.join('\n')}\nCompare sample-institute/${name}.`)
}

/** The colours that `theme.css` of the institute sets: `--gray-0` is `#fcfbf8`. */
export function readOwnColors(): ReadonlyMap<string, string> {
  const css = readFileSync(findInstituteFile('theme.css'), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
  const colors = css.matchAll(/(--[a-z]+-\d):\s*(#[0-9a-f]{6})\s*;/gi)
  return new Map([...colors].map(([, name = '', color = '']) => [name, color]))
}
