import { useQuery } from '@tanstack/react-query'
import { findWindowOverlap } from '#contract/exam-windows.ts'
import type { Exam } from '#contract/exams.ts'
import { endpointQuery } from '../../client/endpoint-query.ts'
import type { FieldValues } from '../../ui/form/form-state.ts'
import { Notice } from '../../ui/notice.tsx'
import { describeLastEnd, describeOverlap } from './describe-window.ts'
import { readWindowDraft } from './window-draft.ts'

type MeaningProps = {
  readonly exam: Exam
  readonly typed: FieldValues
  /** Empty where the window is for others. */
  readonly batchId: string
  readonly windowId: string | undefined
}

/** Says what follows from the times typed, before they are saved. */
export function Meaning({ exam, typed, batchId, windowId }: MeaningProps) {
  const { times } = readWindowDraft(typed)
  const { data: overlap } = useQuery({
    ...endpointQuery(findWindowOverlap, {
      params: { testId: exam._id },
      query: { batchId, ...(windowId && { windowId }) },
    }),
    enabled: batchId !== '',
  })
  if (!times) return null
  return (
    <Notice>
      {describeLastEnd(times, exam.duration)} {batchId && overlap && describeOverlap(overlap)}
    </Notice>
  )
}
