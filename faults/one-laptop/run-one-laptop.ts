import { type AttackReport, createAttackLab } from './attack-lab.ts'
import { attacks } from './attacks.ts'
import { listBreaches } from './list-breaches.ts'
import { toLine, writeReport } from './write-report.ts'

type RunOptions = {
  readonly isLong: boolean
  readonly seed: number
  /** Only these; all of them where none is named. */
  readonly names: readonly string[]
}

const longRun = { seconds: 60, classSize: 60, answersEach: 20 }
const shortRun = { seconds: 6, classSize: 60, answersEach: 5 }

/**
 * Each attack against a server and a class of its own. The long run is judged by its times too and
 * is written down; answers whether every promise was kept.
 */
export async function runOneLaptop({ isLong, seed, names }: RunOptions): Promise<boolean> {
  const { seconds, classSize, answersEach } = isLong ? longRun : shortRun
  const reports: AttackReport[] = []
  let hasPassed = true
  for (const name of Object.keys(attacks)) {
    if (names.length > 0 && !names.includes(name)) continue
    const lab = await createAttackLab({ classSize, seed })
    try {
      const report = await lab.attack(name, { seconds, answersEach })
      reports.push(report)
      console.log(toLine(report))
      for (const breach of listBreaches(report, { withTimes: isLong }).slice(0, 5)) {
        hasPassed = false
        console.log(`    broken: ${breach}`)
      }
    } finally {
      await lab.close()
    }
  }
  if (isLong && names.length === 0) {
    console.log(writeReport({ seed, seconds, classSize, reports }))
  }
  return hasPassed
}
