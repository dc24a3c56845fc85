import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getLiveTable, type LiveStudent, undoLiveAction } from '#contract/live.ts'
import type { Attempt } from '#contract/results.ts'
import { endpointQuery, invalidateEndpoints } from '../../../client/endpoint-query.ts'
import { request } from '../../../client/request.ts'
import { showToast, showUndoToast } from '../../../ui/toast.tsx'
import { ActionDialog, type ActionRequest } from '../../attempt-actions/action-dialog.tsx'
import {
  type ActionReply,
  describeAction,
  describeSkipped,
} from '../../attempt-actions/action-labels.ts'
import { attemptQueries } from './change-dialog.tsx'

type AddMinutesOptions = {
  readonly examId: string
  readonly title: string
  readonly onDone?: () => void
}

type Opened = {
  readonly requested: ActionRequest
  readonly rows: ReadonlyMap<string, LiveStudent>
}

/** Opens the dialog of the live screen for running attempts, with how their students are doing. */
export function useAddMinutes({ examId, title, onDone }: AddMinutesOptions) {
  const client = useQueryClient()
  const [opened, setOpened] = useState<Opened | null>(null)
  const [isOpening, setOpening] = useState(false)

  const open = async (attempts: readonly Attempt[]) => {
    setOpening(true)
    try {
      const input = { params: { testId: examId }, query: {} }
      const { students } = await client.fetchQuery({
        ...endpointQuery(getLiveTable, input),
        staleTime: 0,
        gcTime: 0,
      })
      setOpened({
        requested: {
          kind: 'add-minutes',
          studentIds: attempts.map(({ studentId }) => studentId),
        },
        rows: new Map(students.map((row) => [row.studentId, row])),
      })
    } catch (error) {
      const why = error instanceof Error ? error.message : ''
      showToast(`The students could not be loaded. ${why}`, 'bad')
    }
    setOpening(false)
  }

  const refetch = () => invalidateEndpoints(client, ...attemptQueries)

  const handleDone = async ({ action, done, notDone }: ActionReply) => {
    await refetch()
    setOpened(null)
    onDone?.()
    const left = describeSkipped(notDone)
    if (done === 0) return showToast(`Nothing was done. ${left}`, 'bad')
    const { what } = describeAction(action, opened?.rows ?? new Map())
    showUndoToast(`${what} ${left}`.trim(), async () => {
      const undone = await request(undoLiveAction, { params: { actionId: action._id } })
      await refetch()
      showToast(`Undone. ${describeSkipped(undone.notDone)}`.trim())
    })
  }

  const dialog = opened && (
    <ActionDialog
      testId={examId}
      title={title}
      {...opened}
      onDone={handleDone}
      onClose={() => setOpened(null)}
    />
  )
  return { open, isOpening, dialog }
}
