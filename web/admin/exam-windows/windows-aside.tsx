import { describeAccess } from '#contract/access-sentence.ts'
import type { ExamWindow } from '#contract/exam-windows.ts'
import type { Exam } from '#contract/exams.ts'
import { formatCount } from '#contract/format.ts'
import { readServerTime } from '../../client/server-clock.ts'
import { Card } from '../../ui/card.tsx'
import { describeTimeZone } from '../../ui/format-moment.ts'
import { AbsentCard } from './absent-card.tsx'
import { toTimes } from './window-row.tsx'
import css from './windows-aside.module.css'

type WindowsAsideProps = {
  readonly exam: Exam
  readonly windows: readonly ExamWindow[]
  /** Whether a window is being made or changed beside it. */
  readonly isFormOpen: boolean
}

/** Sums up the windows of a test in a sentence, and shows who has missed them. */
export function WindowsAside({ exam, windows, isFormOpen }: WindowsAsideProps) {
  const coming = windows.filter(({ phase }) => phase !== 'closed')
  const running = windows.reduce((sum, window) => sum + window.running, 0)
  const zone = describeTimeZone(readServerTime())
  return (
    <aside className={css.aside}>
      <Card padded>
        <h2>In one sentence</h2>
        {isFormOpen && <p className={css.saved}>As it is saved, without what the form says:</p>}
        {windows.length > 0 && coming.length === 0 ? (
          <p>All windows are over: nobody can start this test.</p>
        ) : (
          <p>
            {describeAccess({
              released: exam.released,
              durationMinutes: exam.duration,
              navigation: exam.navigation ?? 'forward',
              integrityMode: exam.integrityMode,
              windows: coming.map((window) => ({ ...window, ...toTimes(window) })),
            }).map(({ text, isStrong }, index) =>
              // biome-ignore lint/suspicious/noArrayIndexKey: they never change places
              isStrong ? <b key={index}>{text}</b> : text,
            )}
          </p>
        )}
        {zone && <p className={css.zone}>{zone}</p>}
        <dl>
          <dt>Released</dt>
          <dd>{exam.released ? 'Yes' : 'No'}</dd>
          <dt>Windows</dt>
          <dd>{formatCount(windows.length)}</dd>
          {windows.length > 0 && (
            <>
              <dt>Running now</dt>
              <dd>{formatCount(running)}</dd>
            </>
          )}
        </dl>
      </Card>
      {windows.length > 0 && (
        <AbsentCard testId={exam._id} title={exam.title} isReleased={exam.released} isFolded />
      )}
    </aside>
  )
}
