import fc from 'fast-check'
import { type DrawnAct, drawDay } from './draw-day.ts'
import { Finding } from './finding.ts'
import { pictureBegins, pictureEnds } from './read-institute.ts'
import { type DayReport, runDay } from './run-day.ts'
import { shrinkDay } from './shrink-day.ts'

const actsPerDay = 90
const maxShrinkMs = 45_000

type Play = (acts: readonly DrawnAct[]) => Promise<DayReport>
export type PlayedDay = { readonly report: DayReport } | { readonly failure: string }

/** Plays the day of a seed; one that fails is shrunk to the fewest acts, and told with its calls. */
export async function playDay(seed: number, play: Play = runDay): Promise<PlayedDay> {
  const [acts = []] = fc.sample(drawDay(actsPerDay), { seed, numRuns: 1 })
  try {
    return { report: await play(acts) }
  } catch (error) {
    const shortest = await shrinkDay({ acts, error }, play, maxShrinkMs)
    const { message, stack, trail = [] } = shortest.error as Error & { trail?: string[] }
    const words = shortest.error instanceof Finding ? message : stack
    const lines = [
      `Seed ${seed}, shrunk from ${acts.length} acts to ${shortest.acts.length}: ${words}`,
      ...shortest.acts.map((act) => `  ${JSON.stringify(act)}`),
      ...listCalls(trail),
    ]
    return { failure: lines.join('\n') }
  }
}

/** Without those of pictures. */
function listCalls(trail: readonly string[]): string[] {
  let isPicture = false
  return trail.filter((line) => {
    if (line === pictureBegins) isPicture = true
    const isCall = !isPicture
    if (line === pictureEnds) isPicture = false
    return isCall
  })
}
