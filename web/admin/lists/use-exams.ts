import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Exam, listExams, updateExam } from '#contract/exams.ts'
import { endpointQuery, invalidateEndpoints } from '../../client/endpoint-query.ts'
import { request } from '../../client/request.ts'
import { showToast } from '../../ui/toast.tsx'

const examListQuery = endpointQuery(listExams)

/**
 * Newest first, read again at each visit: students start tests meanwhile. They get another shape
 * from the same call.
 */
export function useExams() {
  return useQuery({
    ...examListQuery,
    refetchOnMount: 'always',
    select: (exams) => exams as Exam[],
  })
}

type ReleaseInput = { readonly id: string; readonly released: boolean }

/** Shown as done at once; when the server says no, the tick goes back. */
export function useReleaseExam() {
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
