import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

const compressibleFiles = '**/*.{html,js,css,svg,json,txt,xml,webmanifest}'
/** Smaller files fit one packet as they are. */
const minBytes = 1000

/** Beside each text file its Brotli and gzip forms: done once, at the best level there is. */
export async function compressFiles(folder: string): Promise<void> {
  const paths = globSync(compressibleFiles, { cwd: folder })
  await Promise.all(paths.map((path) => compressFile(join(folder, path))))
}

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path)
  if (content.length < minBytes) return
  await writeFile(`${path}.br`, await promisify(brotliCompress)(content))
  await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }))
}
