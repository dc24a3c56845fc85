import { useQuery } from '@tanstack/react-query'
import { listExams, type StudentExam } from '#contract/exams.ts'
import { endpointQuery } from '../../client/endpoint-query.ts'

export type OwnTests = readonly StudentExam[]

const whileRunningMs = 30_000

/** What is open to this student; while an attempt runs, its end is watched. */
export function useOwnTests() {
  return useQuery({
    ...endpointQuery(listExams),
    select: (reply) => reply as OwnTests,
    refetchInterval: ({ state }) =>
      (state.data as OwnTests | undefined)?.some(isRunning) ? whileRunningMs : false,
  })
}

export function isRunning({ attempt }: StudentExam): boolean {
  return attempt?.status === 'In progress'
}
