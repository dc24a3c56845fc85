import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#programs/run-command.ts'
import { site } from '#site'
import { pictureStampPath, readPictureStamp } from '#web/vite/picture-stamp.ts'

/** The screens in the pictures of the home page, and all that draws them. */
const screens = 'web/{student/{quiz,results},questions,layout,ui}/**/*.{tsx,css}'

/** Remembers how the screens are drawn now, and the name on them, as their pictures are taken. */
export function stampPictures(folder = root, name = site.product) {
  writeFileSync(join(folder, pictureStampPath), `${hashScreens(folder)}\n${name}\n`)
}

/** Whether a pictured screen has changed since; true where no pictures were taken yet. */
export function arePicturesOld(folder = root): boolean {
  return readPictureStamp(folder).hash !== hashScreens(folder)
}

function hashScreens(folder: string): string {
  const hash = createHash('sha256')
  for (const path of globSync(screens, { cwd: folder }).toSorted()) {
    hash.update(`\n${path}\n`).update(readFileSync(join(folder, path)))
  }
  return hash.digest('hex')
}

/** Lists pictures that are out of date and that a build does not make anew; a line for each. */
export function listStale(folder = root, name = site.product): string[] {
  const pictured = readPictureStamp(folder).name
  if (pictured && pictured !== name)
    return [`The home page leaves out its pictures of the screens: they show the name ${pictured}.`]
  return arePicturesOld(folder)
    ? ['Screens in the pictures of the home page have changed: npm run screenshots']
    : []
}
