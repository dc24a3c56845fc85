import { IconSchool } from '@tabler/icons-react'
import { pluralize } from '#contract/format.ts'
import { courseLabels, labelOf } from '#contract/registration-labels.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { formatDate } from '../../../ui/format-time.ts'
import css from './check.module.css'
import { readRememberedCourses, rememberCourse } from './remembered-courses.ts'
import type { useStartedImport } from './use-import.ts'

type CourseWordListProps = {
  readonly model: Pick<ReturnType<typeof useStartedImport>, 'state' | 'words' | 'change'>
}

/** Lists the table's words for our courses, each with an undo. */
export function CourseWordList({ model: { state, words, change } }: CourseWordListProps) {
  const read = words.filter(({ course }) => course !== null)
  if (read.length === 0) return null
  const days = new Map(readRememberedCourses().map(({ key, savedAt }) => [key, savedAt]))
  const handleUndo = (key: string) => {
    rememberCourse(key, null)
    change({ courseWords: { ...state.courseWords, [key]: null } })
    document.getElementById('main')?.focus()
  }
  return (
    <Card className={css.summary}>
      <span className={css.icon}>
        <IconSchool aria-hidden="true" />
      </span>
      <ul className={css.words}>
        {read.map(({ key, word, course, lines }) => (
          <li key={key}>
            <span>
              “<bdi>{word}</bdi>” is read as {labelOf(courseLabels, course ?? '')} in{' '}
              {pluralize(lines.length, 'row')}.{describeDay(days.get(key))}
            </span>
            <Button size="row" tone="quiet" onClick={() => handleUndo(key)}>
              Undo<span className="visually-hidden"> for {word}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function describeDay(savedAt: number | undefined): string {
  return savedAt === undefined
    ? ''
    : ` Remembered on this device since ${formatDate(new Date(savedAt).toISOString())}.`
}
