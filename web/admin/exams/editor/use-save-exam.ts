import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ExamDetail, getExam, listExams, updateExam } from '#contract/exams.ts'
import { invalidateEndpoints } from '../../../client/endpoint-query.ts'
import { RefusalError, request } from '../../../client/request.ts'
import { findArrivedSave, type UnansweredSave } from './arrived-save.ts'
import { type ExamDraft, toFormData } from './exam-draft.ts'
import type { Saving } from './saving-progress.tsx'

type SaveInput = UnansweredSave & {
  /** The version that the changes were begun from. */
  readonly begunFrom: string
  /** Also while students could still sit the test whose answers are known. */
  readonly confirm: boolean
}

/** Saves changes to a test. One that arrived without a reply is no change by somebody else. */
export function useSaveExam(examId: string, saving: Saving) {
  const client = useQueryClient()
  const [unanswered, setUnanswered] = useState<readonly UnansweredSave[]>([])
  const params = { id: examId }

  const save = async (
    { begunFrom, confirm, ...attempt }: SaveInput,
    earlier: readonly UnansweredSave[] = unanswered,
  ): Promise<ExamDetail> => {
    let basedOn = begunFrom
    if (earlier.length > 0) {
      const now = await request(getExam, { params })
      const arrived = findArrivedSave(earlier, attempt.draft, now)
      if (arrived?.isWhole) return now
      if (arrived) basedOn = now.version
    }
    const body = toFormData(attempt.draft)
    body.set('basedOn', basedOn)
    body.set('confirm', String(confirm))
    const sent = [...earlier, attempt]
    setUnanswered(sent)
    try {
      return (await saving.send(updateExam, { params, body })).test
    } catch (error) {
      if (!(error instanceof RefusalError) || error.status >= 500) throw error
      // A browser may repeat a call whose reply it lost: then this very save has arrived.
      const isOwn = error.code === 'test-changed' && (await hasArrived(sent, attempt.draft))
      if (isOwn) return save({ ...attempt, begunFrom, confirm }, sent)
      setUnanswered(earlier)
      if (error.code === 'test-changed') await invalidateEndpoints(client, getExam)
      throw error
    }
  }
  const hasArrived = async (sent: readonly UnansweredSave[], draft: ExamDraft) =>
    findArrivedSave(sent, draft, await request(getExam, { params })) !== null
  const saveMutation = useMutation({ mutationFn: (input: SaveInput) => save(input) })

  return {
    async save(input: SaveInput): Promise<ExamDetail> {
      const saved = await saveMutation.mutateAsync(input)
      setUnanswered([])
      await invalidateEndpoints(client, listExams)
      return saved
    },
    /** Whether the server has what one of the unanswered saves sent. */
    isOwnSave: (draft: ExamDraft, now: ExamDetail) =>
      findArrivedSave(unanswered, draft, now) !== null,
    forget: () => setUnanswered([]),
  }
}
