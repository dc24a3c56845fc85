import type { Exam } from '#contract/exams.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { useReleaseExam } from '../lists/use-exams.ts'
import css from './released-checkbox.module.css'

export function ReleasedCheckbox({ exam }: { exam: Exam }) {
  const release = useReleaseExam()
  const label = exam.released ? 'Released' : 'Not released'
  return (
    <span className={css.released} data-on={exam.released || undefined}>
      <Checkbox
        checked={exam.released}
        aria-label={`${label}: ${exam.title}`}
        onChange={({ target }) => release.mutate({ id: exam._id, released: target.checked })}
      >
        {label}
      </Checkbox>
    </span>
  )
}
