import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { root, runQuietly } from '#programs/run-command.ts'
import { readBuiltAddress, toBuiltAddressFile } from '#server/http/built-address.ts'
import { site } from '#site'
import { instituteFolder, sampleFolder } from '../institute-folder.ts'
import { readCommand } from './command-line/read-command.ts'
import { listStale } from './pictured-screens.ts'
import { shortenManifestFile } from './shorten-manifest.ts'

/** Sources of the screens, beside the institute's own files. */
const inputs = [
  '{web,contract,core,sample-institute}/**/*.*',
  'site.ts',
  'institute-folder.ts',
  'vite.config.ts',
  'react-router.config.ts',
  'package-lock.json',
]
const buildFolder = join(root, 'build')
const stampPath = join(buildFolder, '.inputs')

/** Builds the screens, but only if their inputs have changed since the last build. */
export async function buildWeb({ beforeBuild }: { beforeBuild?: () => Promise<void> } = {}) {
  const publicUrl = choosePublicUrl(process.env, readBuiltAddress(buildFolder))
  const currentHash = hashInputs(publicUrl)
  if (existsSync(stampPath) && readFileSync(stampPath, 'utf8') === currentHash) return
  await beforeBuild?.()

  const isFirst = !existsSync(stampPath)
  const reason = isFirst ? 'once' : 'since they have changed'
  console.log(`Building the screens, ${reason}. This takes a minute.`)
  const startedAt = performance.now()
  rmSync(stampPath, { force: true })
  keepAssets(buildFolder, Date.now())
  const showStep = createStepPrinter()
  showStep(0)
  const code = await runQuietly('react-router', ['build'], {
    environment: { NODE_ENV: 'production', PUBLIC_URL: publicUrl },
    onLine: (line) => showStep(findBuildStep(line)),
  })
  if (code !== 0) throw new Error('The screens could not be built; the reason is printed above.')
  showStep(3)
  // In a process of its own: a server in this one lets no drawing be read (decision 0150).
  const drawing = ['web/vite/share-pictures.ts', join(buildFolder, 'client')]
  if ((await runQuietly(process.execPath, drawing)) !== 0)
    throw new Error('The pictures could not be drawn; the reason is printed above.')
  showStep(buildSteps.length - 1)
  shortenManifestFile(join(buildFolder, 'client'))
  await paintBeforeScripts(join(buildFolder, 'client'))
  await explainWithoutScripts(join(buildFolder, 'client', fallbackFile))
  await compressFiles(join(buildFolder, 'client'))
  removeOldAssets(buildFolder, Date.now())
  mkdirSync(dirname(stampPath), { recursive: true })
  writeFileSync(stampPath, currentHash)
  writeFileSync(toBuiltAddressFile(buildFolder), publicUrl)
  console.log(`Built in ${Math.round((performance.now() - startedAt) / 1000)} s for ${publicUrl}.`)
}

/**
 * The address for canonical links and the sitemap: as it is set, else as it was for the last build,
 * since an upgrade does not say it again; another port alone builds nothing anew.
 */
export function choosePublicUrl(
  { PUBLIC_URL, PORT }: NodeJS.ProcessEnv,
  builtFor: string | null,
): string {
  if (PUBLIC_URL) return new URL(PUBLIC_URL).origin
  return builtFor ?? `http://localhost:${PORT || 3000}`
}

const fallbackFile = '__spa-fallback.html'

const buildSteps = [
  'reading the sources',
  'writing scripts and styles',
  'writing the pages',
  'drawing pictures',
  'compressing',
] as const

/** The step that a line of the bundler's output begins; -1 for any other line. */
export function findBuildStep(line: string): number {
  if (/modules transformed/.test(line)) return 1
  if (/building (ssr|server)\b/i.test(line)) return 2
  return -1
}

/** Prints each step once, and none that comes after a later one. */
function createStepPrinter() {
  let last = -1
  return (step: number) => {
    if (step <= last) return
    last = step
    console.log(`  ${step + 1} of ${buildSteps.length}  ${buildSteps[step]}`)
  }
}

/** How long the files of a replaced build are served, to pages that were open before. */
const keptMs = 7 * 24 * 60 * 60 * 1000
/** A day of builds must not fill the disk. */
const maxKeptBuilds = 20

/** Copies the current build's assets, which the next build deletes, to a folder that names the time. */
export function keepAssets(folder: string, at: number) {
  const assets = join(folder, 'client/assets')
  if (!existsSync(assets)) return
  cpSync(assets, join(folder, 'earlier-assets', String(at)), { recursive: true })
}

/** Deletes copies that are too old, and files that the new build has, too. */
export function removeOldAssets(folder: string, now: number) {
  const earlier = join(folder, 'earlier-assets')
  if (!existsSync(earlier)) return
  const times = readdirSync(earlier).map(Number).filter(Number.isFinite)
  for (const [index, at] of times.toSorted((a, b) => b - a).entries()) {
    const kept = join(earlier, String(at))
    if (index >= maxKeptBuilds || now - at > keptMs) rmSync(kept, { recursive: true })
    else {
      for (const name of readdirSync(kept))
        if (existsSync(join(folder, 'client/assets', name))) rmSync(join(kept, name))
    }
  }
}

export function hashInputs(publicUrl = '', ownFolder = instituteFolder): string {
  const hash = createHash('sha256').update(publicUrl)
  const ours = globSync(inputs, { cwd: root }).toSorted()
  // An institute that names the samples builds what one without files of its own does.
  const own = ownFolder === sampleFolder ? [] : globSync('**/*.*', { cwd: ownFolder }).toSorted()
  for (const [folder, paths] of [
    [root, ours.filter((path) => !/\.spec\.tsx?$/.test(path))],
    [ownFolder, own],
  ] as const) {
    for (const path of paths) {
      const content = readFileSync(join(folder, path))
      hash.update(`\n${path} ${content.length}\n`).update(content)
    }
  }
  return hash.digest('hex')
}

/**
 * A prerendered page can be read without its scripts: its styles and fonts come first. The fallback
 * has nothing to paint before its scripts have come.
 */
async function paintBeforeScripts(folder: string): Promise<void> {
  const pages = globSync('**/*.html', { cwd: folder, exclude: [fallbackFile] })
  for (const page of pages) {
    const path = join(folder, page)
    await writeFile(path, lowerScripts(await readFile(path, 'utf8')))
  }
}

/**
 * Replaces the page of the screens that the app draws: without scripts it has nothing else to read.
 */
async function explainWithoutScripts(path: string): Promise<void> {
  const cover = 'position:fixed;inset:0;margin:0;padding:48px 24px;font:17px/1.5 system-ui'
  const phone = `<a href="tel:${site.phone.replace(/[^+\d]/g, '')}">${site.phone}</a>`
  const sentence = `This page needs JavaScript, which is switched off in your browser. Switch it on, or call us on ${phone}.`
  const notice = `<noscript><p style="${cover};color:CanvasText;background:Canvas;color-scheme:light dark">${sentence}</p></noscript>`
  await writeFile(path, (await readFile(path, 'utf8')).replace('</body>', `${notice}</body>`))
}

export function lowerScripts(html: string): string {
  return html.replaceAll(
    '<link rel="modulepreload"',
    '<link rel="modulepreload" fetchpriority="low"',
  )
}

const compressibleFiles = '**/*.{html,js,css,svg,json,txt,xml,webmanifest}'
/** Smaller files fit into one packet uncompressed. */
const minBytes = 1000

/** Writes a Brotli and a gzip file beside each text file, once and at the highest level. */
async function compressFiles(folder: string): Promise<void> {
  const paths = globSync(compressibleFiles, { cwd: folder })
  await Promise.all(paths.map((path) => compressFile(join(folder, path))))
}

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path)
  if (content.length < minBytes) return
  await writeFile(`${path}.br`, await promisify(brotliCompress)(content))
  await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }))
}

if (import.meta.main) {
  readCommand('build')
  await buildWeb()
  for (const line of listStale()) console.log(line)
}
