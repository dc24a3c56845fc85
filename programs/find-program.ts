import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The first of these that is on PATH. */
export function findProgram(programs: readonly string[]): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const paths = programs.flatMap((name) => folders.map((folder) => join(folder, name)))
  return paths.find(isProgram) ?? null
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
