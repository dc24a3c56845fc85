import { useQuery } from '@tanstack/react-query'
import { type Exam, listExams } from '#contract/exams.ts'
import { endpointQuery } from '../../client/endpoint-query.ts'
import { useCan } from '../../client/permissions.tsx'

export const examListQuery = endpointQuery(listExams)

/**
 * Newest first, and refetched at each visit, since students start tests meanwhile. The same call
 * answers students in another shape.
 */
export function useExams() {
  return useQuery({
    ...examListQuery,
    enabled: useCan(listExams),
    refetchOnMount: 'always',
    select: (exams) => exams as Exam[],
  })
}
