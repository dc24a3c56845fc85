import { formatInstituteDay } from '#contract/institute-clock.ts'
import { isConsentGiven, listComing } from '#core/institute/own-content.ts'
import type { WordFile, Words } from '../institute/words.ts'

type LoadWords = <Name extends WordFile>(name: Name) => Promise<Words<Name>>

/**
 * Loads the part of an institute's own facts that its pages show. All other words are shown as they
 * are.
 */
export async function loadShown(load: LoadWords, name: WordFile, now: number): Promise<object> {
  const today = formatInstituteDay(now)
  if (name === 'batches.ts') {
    const { batches } = await load(name)
    return { batches: listComing(batches, today) }
  }
  if (name === 'projects.ts') {
    const { projects } = await load(name)
    const shown = projects.filter(({ consent }) => isConsentGiven(consent, today))
    return { projects: shown.map(({ consent: _, ...project }) => project) }
  }
  return load(name)
}

/** Constants of the build: code for what is not filled is left out of the pages' scripts. */
export async function findFilled(load: LoadWords, now: number) {
  const filled = {
    HAS_BATCHES: hasAny(await loadShown(load, 'batches.ts', now)),
    HAS_FEES: hasAny(await loadShown(load, 'fees.ts', now)),
    HAS_TRAINERS: hasAny(await loadShown(load, 'trainers.ts', now)),
    HAS_PROJECTS: hasAny(await loadShown(load, 'projects.ts', now)),
    HAS_VISITING: hasAny(await loadShown(load, 'visiting.ts', now)),
  } satisfies Partial<ImportMetaEnv>
  return Object.fromEntries(
    Object.entries(filled).map(([name, isFilled]) => [
      `import.meta.env.${name}`,
      JSON.stringify(isFilled),
    ]),
  )
}

function hasAny(words: object): boolean {
  return Object.values(words).some((value: string | readonly unknown[]) => value.length > 0)
}
