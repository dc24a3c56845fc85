import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Exam, listExams, updateExam } from '#contract/exams.ts'
import { invalidateEndpoints } from '../../client/endpoint-query.ts'
import { request } from '../../client/request.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { showToast } from '../../ui/toast.tsx'
import { examListQuery } from '../lists/use-exams.ts'
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

type ReleaseInput = { readonly id: string; readonly released: boolean }

/** Shown as done at once; when the server says no, the checkbox goes back. */
function useReleaseExam() {
  const client = useQueryClient()
  const show = ({ id, released }: ReleaseInput) =>
    client.setQueryData(examListQuery.queryKey, (exams) =>
      (exams as Exam[] | undefined)?.map((exam) =>
        exam._id === id ? { ...exam, released } : exam,
      ),
    )
  return useMutation({
    mutationFn: ({ id, released }: ReleaseInput) =>
      request(updateExam, { params: { id }, body: { released } }),
    onMutate: async (input) => {
      await client.cancelQueries({ queryKey: examListQuery.queryKey })
      show(input)
    },
    onSuccess: (_, { released }) => showToast(released ? 'Test released' : 'Test unreleased '),
    onError: (_, { id, released }) => {
      show({ id, released: !released })
      showToast('Failed to update release status', 'bad')
    },
    onSettled: () => invalidateEndpoints(client, listExams),
  })
}
