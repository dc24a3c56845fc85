import { useQueryClient } from '@tanstack/react-query'
import { type Exam, listExams, updateExam } from '#contract/exams.ts'
import { invalidateEndpoints, useEndpointMutation } from '../../client/endpoint-query.ts'
import { useOptimisticValue } from '../../client/use-optimistic-value.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { showToast } from '../../ui/toast.tsx'
import css from './released-checkbox.module.css'

/** Shown as done at once; when the server refuses, the checkbox goes back. */
export function ReleasedCheckbox({ exam }: { exam: Exam }) {
  const client = useQueryClient()
  const update = useEndpointMutation(updateExam)
  const [isReleased, showWhile] = useOptimisticValue(exam.released)
  const label = isReleased ? 'Released' : 'Not released'

  const handleChange = (released: boolean) => {
    const saving = update.mutateAsync({ params: { id: exam._id }, body: { released } }).then(
      () => showToast(released ? 'Test released' : 'Test unreleased '),
      () => showToast('Failed to update release status', 'bad'),
    )
    return showWhile(
      released,
      saving.then(() => invalidateEndpoints(client, listExams)),
    )
  }

  return (
    <span className={css.released} data-on={isReleased || undefined}>
      <Checkbox
        checked={isReleased}
        aria-label={`${label}: ${exam.title}`}
        onChange={({ target }) => handleChange(target.checked)}
      >
        {label}
      </Checkbox>
    </span>
  )
}
