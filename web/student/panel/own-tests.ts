import { useQuery } from '@tanstack/react-query'
import { listTests, type TestForStudent } from '#contract/exams.ts'
import { asking } from '../../query.ts'

export type OwnTests = readonly TestForStudent[]

const whileRunningMs = 30_000

/** What is open to this student; while an attempt runs, its end is watched. */
export function useOwnTests() {
  return useQuery({
    ...asking(listTests),
    select: (reply) => reply as OwnTests,
    refetchInterval: ({ state }) =>
      (state.data as OwnTests | undefined)?.some(isRunning) ? whileRunningMs : false,
  })
}

export function isRunning({ attempt }: TestForStudent): boolean {
  return attempt?.status === 'In progress'
}
