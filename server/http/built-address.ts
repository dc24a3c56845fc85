import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const fileName = '.public-url'

/** The address that the pages in a build's folder name in their links; null where nobody has built. */
export function readBuiltAddress(buildFolder: string): string | null {
  try {
    return readFileSync(join(buildFolder, fileName), 'utf8').trim()
  } catch {
    return null
  }
}

export function toBuiltAddressFile(buildFolder: string): string {
  return join(buildFolder, fileName)
}
