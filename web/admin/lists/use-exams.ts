import { useQuery } from '@tanstack/react-query'
import { type Exam, listExams } from '#contract/exams.ts'
import { endpointQuery } from '../../client/endpoint-query.ts'

export const examListQuery = endpointQuery(listExams)

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
