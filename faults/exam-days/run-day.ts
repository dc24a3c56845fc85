import { acts } from './acts.ts'
import { checkAgreement } from './agreement.ts'
import { comparePictures } from './compare-pictures.ts'
import type { DrawnAct } from './draw-day.ts'
import { startInstitute } from './institute.ts'
import { createPick } from './pick.ts'
import { readInstitute } from './read-institute.ts'

const checkEvery = 12

export type DayReport = {
  readonly calls: number
  readonly restarts: number
  readonly inverses: number
  /** Each call and its reply, in order. */
  readonly trail: readonly string[]
}

/**
 * Plays a day on a new institute, and compares its pages with one another after every few acts.
 * @throws a finding
 */
export async function runDay(day: readonly DrawnAct[], databaseUrl?: string): Promise<DayReport> {
  const institute = await startInstitute(databaseUrl)
  try {
    for (const [index, { kind, waitMs, numbers }] of day.entries()) {
      institute.trail.push(`--- ${kind}`)
      await institute.pass(waitMs)
      await acts[kind]?.run(institute, createPick(numbers))
      const isLast = index === day.length - 1
      if (!isLast && index % checkEvery !== checkEvery - 1) continue
      await institute.settle()
      const picture = await readInstitute(institute)
      checkAgreement(institute, picture)
      if (isLast) comparePictures('Two readings', picture, await readInstitute(institute))
    }
    return { ...institute.counts, trail: institute.trail }
  } catch (error) {
    if (error instanceof Error) Object.assign(error, { trail: institute.trail })
    throw error
  } finally {
    await institute.close()
  }
}
