import { useQuery } from '@tanstack/react-query'
import { listExams, type StudentExam } from '#contract/exams.ts'
import { endpointQuery } from '../../client/endpoint-query.ts'

export type OwnExams = readonly StudentExam[]

const runningPollMs = 30_000

/** What is open to this student; while an attempt runs, its end is watched. */
export function useOwnExams() {
  return useQuery({
    ...endpointQuery(listExams),
    select: (reply) => reply as OwnExams,
    refetchInterval: ({ state }) =>
      (state.data as OwnExams | undefined)?.some(isRunning) ? runningPollMs : false,
  })
}

export function isRunning({ attempt }: StudentExam): boolean {
  return attempt?.status === 'In progress'
}
