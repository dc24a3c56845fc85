import { openOwnWindows } from './own-windows.ts'
import { reportAnswers } from './report-answers.ts'
import { listMissingPackages } from './screen-reader.ts'
import { walkAsStaff } from './staff-walk.ts'
import { openStage } from './stage.ts'
import { type WalkStage, walkAsStudent } from './student-walk.ts'
import { type Answer, createWalk } from './walk.ts'

type ScreenReaderOptions = {
  readonly isLong: boolean
  readonly seed: number
  readonly names: readonly string[]
}

const parts = ['student', 'staff', 'windows'] as const

/**
 * A student and a member of staff at a screen that they only hear. Resolves with whether each act
 * had the right answer and no window of the reader's own did harm.
 */
export async function runScreenReader({
  isLong,
  seed,
  names,
}: ScreenReaderOptions): Promise<boolean> {
  const missing = listMissingPackages()
  if (missing.length > 0) {
    console.log(
      `Skipped, since there is no screen reader here: apt-get install ${missing.join(' ')}`,
    )
    return true
  }
  const chosen = parts.filter((part) =>
    names.length > 0 ? names.includes(part) : isLong || part === 'student',
  )
  const startedAt = performance.now()
  const stage = await openStage()
  try {
    const admin = await stage.app.createAdmin()
    const answers: Answer[] = []
    /** In a browser of their own: nobody else was logged in there. */
    const listen = async (part: 'student' | 'staff', go: (walk: WalkStage) => Promise<void>) => {
      if (!chosen.includes(part)) return
      const page = await stage.openBrowser()
      const walk = createWalk(stage.reader, page)
      await go({ walk, admin, proxy: stage.proxy })
      answers.push(...walk.answers)
      await page.close()
    }
    await listen('student', walkAsStudent)
    await listen('staff', (walkStage) => walkAsStaff(walkStage, stage.app))
    const opened = chosen.includes('windows') ? await openOwnWindows(stage, { admin, seed }) : []
    const minutes = (performance.now() - startedAt) / 60_000
    const isWhole = isLong && names.length === 0
    return reportAnswers({ answers, opened }, { isWhole, seed, minutes })
  } finally {
    await stage.close()
  }
}
