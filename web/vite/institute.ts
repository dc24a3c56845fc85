import { existsSync, globSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Plugin } from 'vite'
import { site } from '#site'
import {
  findInstituteFile,
  instituteFolder,
  loadInstituteFile,
  sampleFolder,
} from '../../institute-folder.ts'
import { type WordFile, type Words, wordFiles } from '../institute/words.ts'
import { findFilled, loadShown } from './load-own-content.ts'
import { listParentsTexts } from './parents-texts.ts'

export function loadWords<Name extends WordFile>(name: Name): Promise<Words<Name>> {
  return loadInstituteFile(name, wordFiles[name]) as Promise<Words<Name>>
}

/**
 * Gives the pages the institute's own files in place of the samples. Facts and words are read and
 * checked first, so that a page holds what the server knows.
 */
export function ownInstitute(): Plugin {
  return {
    name: 'own-institute',
    enforce: 'pre',
    config: async () => ({
      define: { ...(await findFilled(loadWords, Date.now())), ...defineParentsTexts() },
    }),
    buildStart: refuseUnknownFiles,
    resolveId(source, importer) {
      if (source === '#site') return findInstituteFile('site.config.ts')
      // A text for parents needs what renders it, also from a folder outside the repository.
      if (/^[#\w]/.test(source) && importer?.startsWith(join(instituteFolder, 'parents/')))
        return this.resolve(source, import.meta.filename)
      const [, name = '', query = ''] = /^#institute\/([^?]+)(\?.*)?$/.exec(source) ?? []
      return name ? findInstituteFile(name) + query : null
    },
    async load(id) {
      const name = findName(id)
      if (name === 'site.config.ts') return toModule({ site })
      if (!(name in wordFiles)) return null
      return toModule(await loadShown(loadWords, name as WordFile, Date.now()))
    },
  }
}

function defineParentsTexts() {
  const texts = listParentsTexts().map(({ file: _, ...text }) => text)
  return {
    'import.meta.env.HAS_PARENTS_PAGE': JSON.stringify(texts.length > 0),
    'import.meta.env.PARENTS_TEXTS': JSON.stringify(texts),
  }
}

/** "course.ts" for the file of that name in either folder. */
function findName(id: string): string {
  const folder = [instituteFolder, sampleFolder].find((folder) => id.startsWith(`${folder}/`))
  return folder ? relative(folder, id) : ''
}

function toModule(values: object): string {
  return Object.entries(values)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}\n`)
    .join('')
}

/** A misspelt name would leave the sample in its place. */
export function refuseUnknownFiles() {
  const unknown = globSync('*.{ts,css,svg}', { cwd: instituteFolder }).filter(
    (name) => !existsSync(join(sampleFolder, name)) && !/\.d\.ts$/.test(name),
  )
  if (unknown.length === 0) return
  const known = globSync('*.*', { cwd: sampleFolder }).toSorted().join(', ')
  throw new Error(
    `${join(instituteFolder, unknown[0] ?? '')} is not a file that an institute has. These are: ${known}.`,
  )
}
