export type Survivor = {
  /** In the project. */
  readonly path: string
  readonly line: number
  readonly before: string
  readonly after: string
  /** No spec runs the place at all. */
  readonly isUncovered: boolean
}

export type MutantFigures = {
  readonly folder: string
  /** Only every n-th mutant was tried. */
  readonly sampleEvery: number
  readonly killed: number
  readonly timedOut: number
  readonly survivors: readonly Survivor[]
}

/** A report of several folders: a table, and each survivor. */
export function formatReport(all: readonly MutantFigures[], run: string): string {
  const rows = all.map((figures) => {
    const { folder, sampleEvery, killed, timedOut, survivors } = figures
    const uncovered = survivors.filter(({ isUncovered }) => isUncovered).length
    const counts = [killed, timedOut, survivors.length - uncovered, uncovered]
    const name = sampleEvery === 1 ? folder : `${folder} (1 in ${sampleEvery})`
    return `| ${[name, ...counts, formatScore(figures)].join(' | ')} |`
  })
  return `# Mutants of core

${run}, the specs of core alone, module constants left out.

| folder | killed | timed out | survived | not covered | noticed |
| --- | --- | --- | --- | --- | --- |
${rows.join('\n')}

In all ${formatScore(sumFigures(all))} noticed. Run it again: \`npm run mutants -- --long\`

## Survivors

${all
  .flatMap(({ survivors }) => survivors)
  .map((survivor) => `- ${formatSurvivor(survivor)}`)
  .join('\n')}
`
}

function sumFigures(all: readonly MutantFigures[]): MutantFigures {
  return {
    folder: 'core',
    sampleEvery: 1,
    killed: all.reduce((sum, { killed }) => sum + killed, 0),
    timedOut: all.reduce((sum, { timedOut }) => sum + timedOut, 0),
    survivors: all.flatMap(({ survivors }) => survivors),
  }
}

/** Noticed, in percent of those tried: what runs into a time limit is noticed, too. */
function formatScore({ killed, timedOut, survivors }: MutantFigures): string {
  const noticed = killed + timedOut
  const count = noticed + survivors.length
  return count === 0 ? 'none' : `${((100 * noticed) / count).toFixed(1)} %`
}

export function formatFigures(figures: MutantFigures): string {
  const { killed, timedOut, survivors } = figures
  const count = killed + timedOut + survivors.length
  return `${formatScore(figures)} of ${count} noticed, ${survivors.length} not`
}

export function formatSurvivor({ path, line, before, after, isUncovered }: Survivor): string {
  const place = `${path}:${line}`
  return `${place} \`${before}\` -> \`${after}\`${isUncovered ? ' (no spec comes here)' : ''}`
}
