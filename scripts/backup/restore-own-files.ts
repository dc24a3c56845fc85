import { existsSync } from 'node:fs'
import { copyFile, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Manifest, ownFilesName } from './manifest.ts'

/**
 * Puts the institute's words and pictures back. A file that is there may be newer than the backup, and
 * is left alone. The server's user may not be allowed to write there: then the sentence says what to do.
 */
export async function restoreOwnFiles(
  from: string,
  { files }: Manifest,
  folder: string,
): Promise<string | null> {
  const names = files
    .map(({ path }) => path)
    .filter((path) => path.startsWith(`${ownFilesName}/`))
    .map((path) => path.slice(ownFilesName.length + 1))
  const missing = names.filter((name) => !existsSync(join(folder, name)))
  if (missing.length === 0) return null
  try {
    for (const name of missing) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await copyFile(join(from, ownFilesName, name), join(folder, name))
    }
    return `Put back into ${folder}: ${missing.join(', ')}. Run npm run build.`
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return `Copy ${join(from, ownFilesName)} to ${folder}, and run npm run build. It could not be done here: ${reason}.`
  }
}
