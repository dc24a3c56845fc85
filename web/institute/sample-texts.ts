import type { InstituteSettings } from '#contract/institute-settings.ts'

/** The sample's words in one file, by the names that they have there. */
export type SampleTexts = { readonly file: string; readonly names: readonly string[] }

type FolderWords = Readonly<Record<string, object>>
type Site = Pick<InstituteSettings, 'phone' | 'email' | 'address' | 'course'>

/**
 * Lists the sample texts that visitors still read: parts with `isSample`, which the pages label,
 * and how to reach an institute that does not exist.
 */
export function listSampleTexts(words: FolderWords, site: Site, sampleSite: Site): SampleTexts[] {
  const ofSite = (['phone', 'email', 'address'] as const).filter(
    (name) => String(site[name]) === String(sampleSite[name]),
  )
  const replaced = listReplacedFacts(site)
  const ofWords = Object.entries(words).map(([file, exported]) => ({
    file,
    names: Object.entries(exported)
      .flatMap(([name, value]) => listSamples(value, name))
      .filter((name) => !replaced.includes(name)),
  }))
  return [{ file: 'site.config.ts', names: ofSite }, ...ofWords].filter(
    ({ names }) => names.length > 0,
  )
}

/** The facts of /course for which `site.config.ts` has others. */
function listReplacedFacts({ course }: Site): readonly string[] {
  return [
    course.hoursPerWeek !== null && 'sampleFacts.hours',
    course.schedule && 'sampleFacts.schedule',
    course.languages.length > 0 && 'sampleFacts.language',
  ].filter((name) => typeof name === 'string')
}

function listSamples(value: unknown, name: string): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => listSamples(item, nameItem(name, item)))
  if (typeof value !== 'object' || value === null) return []
  if ('isSample' in value && value.isSample === true) return [name]
  return Object.entries(value).flatMap(([key, inner]) => listSamples(inner, `${name}.${key}`))
}

/** "months: Databases" */
function nameItem(list: string, item: Readonly<Record<string, unknown>>): string {
  const title = item.title ?? item.name ?? item.question
  return typeof title === 'string' ? `${list}: ${title}` : list
}

export function countSampleTexts(texts: readonly SampleTexts[]): number {
  return texts.reduce((sum, { names }) => sum + names.length, 0)
}
