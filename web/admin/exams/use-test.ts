import { useQuery } from '@tanstack/react-query'
import { getExam } from '#contract/exams.ts'
import { asking } from '../../query.ts'

export function useTest(id: string) {
  return useQuery(asking(getExam, { params: { id } }))
}
