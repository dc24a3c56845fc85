import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Exam, listExams, updateExam } from '#contract/exams.ts'
import { endpointQuery, invalidateEndpoints } from '../../client/endpoint-query.ts'
import { request } from '../../client/request.ts'
import { showToast } from '../../ui/toast.tsx'

const asked = endpointQuery(listExams)

/**
 * Newest first, read again at each visit: students start tests meanwhile. They get another shape
 * from the same call.
 */
export function useTests() {
  return useQuery({
    ...asked,
    refetchOnMount: 'always',
    select: (tests) => tests as Exam[],
  })
}

type Wish = { readonly id: string; readonly released: boolean }

/** Shown as done at once; when the server says no, the tick goes back. */
export function useReleaseTest() {
  const client = useQueryClient()
  const show = ({ id, released }: Wish) =>
    client.setQueryData(asked.queryKey, (tests) =>
      (tests as Exam[] | undefined)?.map((test) =>
        test._id === id ? { ...test, released } : test,
      ),
    )
  return useMutation({
    mutationFn: ({ id, released }: Wish) =>
      request(updateExam, { params: { id }, body: { released } }),
    onMutate: async (wish) => {
      await client.cancelQueries({ queryKey: asked.queryKey })
      show(wish)
    },
    onSuccess: (_, { released }) => showToast(released ? 'Test released' : 'Test unreleased '),
    onError: (_, { id, released }) => {
      show({ id, released: !released })
      showToast('Failed to update release status', 'bad')
    },
    onSettled: () => invalidateEndpoints(client, listExams),
  })
}
