import { useQuery } from '@tanstack/react-query'
import type { ZodType } from 'zod'
import { type Exam, listExams } from '#contract/exams.ts'
import { endpointQuery } from '../../client/endpoint-query.ts'
import { useCan } from '../../client/permissions.tsx'

type StaffExamList = Omit<typeof listExams, 'reply'> & { readonly reply: ZodType<Exam[]> }

/** As staff are answered; the same call answers students in another shape. */
export const listStaffExams = listExams as StaffExamList

/** Newest first, and refetched at each visit, since students start tests all the time. */
export function useExams() {
  return useQuery({
    ...endpointQuery(listStaffExams),
    enabled: useCan(listExams),
    refetchOnMount: 'always',
  })
}
