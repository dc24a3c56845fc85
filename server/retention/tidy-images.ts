import { mayAllBeSetAside } from '#core/images/unnamed-images.ts'
import { getRetentionCutoff } from '#core/students/retention.ts'
import type { Deps } from '../deps.ts'
import { claimImages } from './claim-institute.ts'
import { keepNamed } from './keep-named.ts'

const hour = 60 * 60 * 1000

type TidyDeps = Pick<Deps, 'db' | 'images' | 'newId' | 'clock' | 'log'> & {
  /** Also more than a killed server can have left over. */
  readonly isAnyNumber?: boolean
}

/**
 * Sets pictures aside that no row names, and brings those back that a row names again: a newer dump
 * has been restored. What was set aside long enough ago is erased. A file is kept before its row, so
 * young ones are let be; times are the machine's, as those of files.
 */
export async function tidyImages(deps: TidyDeps): Promise<void> {
  const { db, images, log, isAnyNumber = false } = deps
  const now = deps.clock.machine.getWallTime()
  await claimImages(deps)
  await images.removeDiscarded()
  const aside = await images.listSetAside(Number.POSITIVE_INFINITY)
  const missed = await keepNamed(db.read, aside)
  await images.bringBack([...missed])
  for (const id of await images.listSetAside(getRetentionCutoff('picture-set-aside', now)))
    await images.remove(id)

  const all = await images.list(Number.POSITIVE_INFINITY)
  const old = await images.list(now - hour)
  const named = await keepNamed(db.read, old)
  const unnamed = old.filter((id) => !named.has(id))
  const isDone = isAnyNumber || mayAllBeSetAside({ files: all.length, unnamed: unnamed.length })
  images.setUnnamed(isDone ? 0 : unnamed.length)
  if (isDone) return images.setAside(unnamed)
  log.error(
    `${unnamed.length} of ${all.length} pictures in ${images.place} are named by no test and no student. They are left alone: was an older dump restored, or is this another database? Once you have looked, npm run set-images-aside puts them aside for 30 days.`,
  )
}
