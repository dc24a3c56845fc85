import { useQuery } from '@tanstack/react-query'
import { getExam } from '#contract/exams.ts'
import { endpointQuery } from '../../client/endpoint-query.ts'

export function useExam(id: string) {
  return useQuery(endpointQuery(getExam, { params: { id } }))
}
