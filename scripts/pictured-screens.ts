import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run-command.ts'

/** The screens in the pictures of the home page, and all that draws them. */
const screens = 'web/{student/{quiz,results},questions,layout,ui}/**/*.{tsx,css}'
const stampPath = 'web/site/home/screenshots/screens.sha256'

/** Remembers how the screens are drawn now, as their pictures are taken. */
export function stampPictures(folder = root) {
  writeFileSync(join(folder, stampPath), `${hashScreens(folder)}\n`)
}

/** Whether a pictured screen has changed since; true where no pictures were taken yet. */
export function arePicturesOld(folder = root): boolean {
  const path = join(folder, stampPath)
  return !existsSync(path) || readFileSync(path, 'utf8').trim() !== hashScreens(folder)
}

function hashScreens(folder: string): string {
  const hash = createHash('sha256')
  for (const path of globSync(screens, { cwd: folder }).toSorted()) {
    hash.update(`\n${path}\n`).update(readFileSync(join(folder, path)))
  }
  return hash.digest('hex')
}

/** What a build does not make anew, and is behind; a line for each. */
export function listStale(): string[] {
  return arePicturesOld()
    ? ['Screens in the pictures of the home page have changed: npm run screenshots']
    : []
}
