import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { site } from '#site'
import { sampleFolder } from '../../institute-folder.ts'
import { listSampleTexts, type SampleTexts } from '../institute/sample-texts.ts'
import { type WordFile, wordFiles } from '../institute/words.ts'
import { loadWords } from './institute.ts'

/** @throws where a file of the institute is not right. */
export async function findSampleTexts(): Promise<readonly SampleTexts[]> {
  const words: Record<string, object> = {}
  for (const name of Object.keys(wordFiles) as WordFile[]) words[name] = await loadWords(name)
  const file = pathToFileURL(join(sampleFolder, 'site.config.ts')).href
  const sample: { readonly site: typeof site } = await import(/* @vite-ignore */ file)
  return listSampleTexts(words, site, sample.site)
}

/** Tells the admin's home what is left of the samples. */
export function sampleTexts(): Plugin {
  return {
    name: 'sample-texts',
    config: async () => ({
      define: { 'import.meta.env.SAMPLE_TEXTS': JSON.stringify(await findSampleTexts()) },
    }),
  }
}
