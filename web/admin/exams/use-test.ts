import { useQuery } from '@tanstack/react-query'
import { getTest } from '#contract/exams.ts'
import { asking } from '../../query.ts'

export function useTest(id: string) {
  return useQuery(asking(getTest, { params: { id } }))
}
