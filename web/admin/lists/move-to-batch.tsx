import { IconArrowsRightLeft } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import {
  addBatchStudents,
  getBatch,
  listBatches,
  listBatchStudents,
  removeBatchStudents,
} from '#contract/batches.ts'
import { listExamWindows } from '#contract/exam-windows.ts'
import { pluralize } from '#contract/format.ts'
import { listStudents } from '#contract/students.ts'
import {
  invalidateEndpoints,
  useEndpointMutation,
  useEndpointQuery,
} from '../../client/endpoint-query.ts'
import { useCan } from '../../client/use-can.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { SelectField } from '../../ui/form/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'

type NamedBatch = { readonly _id: string; readonly name: string }
export type BatchChange = { readonly message: string; readonly onUndo: () => Promise<unknown> }

/** Adds students to a batch, takes them out of one, or both; each can be undone. */
export function useBatchChange() {
  const client = useQueryClient()
  const add = useEndpointMutation(addBatchStudents)
  const remove = useEndpointMutation(removeBatchStudents)
  const refresh = () =>
    invalidateEndpoints(
      client,
      ...[getBatch, listBatches, listBatchStudents, listExamWindows, listStudents],
    )
  const undone = async (count: number, where: string) => {
    await refresh()
    showToast(`Undone. ${pluralize(count, 'student')} ${where}.`)
  }
  return {
    async add(studentIds: readonly string[], to: string): Promise<BatchChange> {
      const params = { id: to }
      const body = { studentIds: [...studentIds] }
      const { message, addedIds } = await add.mutateAsync({ params, body })
      await refresh()
      const onUndo = async () => {
        if (addedIds.length > 0)
          await remove.mutateAsync({ params, body: { studentIds: addedIds } })
        await undone(addedIds.length, 'out of the batch again')
      }
      return { message, onUndo }
    },
    async remove(
      studentIds: readonly string[],
      from: string,
      moveTo?: string,
    ): Promise<BatchChange> {
      const params = { id: from }
      const body = { studentIds: [...studentIds], ...(moveTo && { moveTo }) }
      const { message, undo } = await remove.mutateAsync({ params, body })
      await refresh()
      const onUndo = async () => {
        const { addedAt, addedIds } = undo
        const putBack = { studentIds: Object.keys(addedAt), addedAt }
        if (putBack.studentIds.length > 0) await add.mutateAsync({ params, body: putBack })
        if (moveTo && addedIds.length > 0)
          await remove.mutateAsync({ params: { id: moveTo }, body: { studentIds: addedIds } })
        await undone(putBack.studentIds.length, 'back in this batch')
      }
      return { message, onUndo }
    },
  }
}

type MoveToBatchProps = {
  readonly studentIds: readonly string[]
  /** For the dialog; missing where the page is about one student. */
  readonly names?: readonly string[]
  /** The batch that they leave; without one they are only added. */
  readonly from?: NamedBatch | undefined
  /** Batches that they are in already. */
  readonly except?: readonly string[]
  /** A further effect of the change, said in the dialog. */
  readonly consequence?: ReactNode
  readonly onMoved: (change: BatchChange) => void
}

/** A button, and the question to which batch; nothing where there is no other batch. */
export function MoveToBatch(props: MoveToBatchProps) {
  const { studentIds, names, from, except = [], consequence, onMoved } = props
  const change = useBatchChange()
  const canMove = useCan(removeBatchStudents)
  const [isAsking, setAsking] = useState(false)
  const [moveTo, setMoveTo] = useState('')
  const { data: batches = [] } = useEndpointQuery(listBatches, {
    query: { state: 'current', sort: 'name-asc', limit: 1000 },
  })
  const options = batches
    .filter(({ _id }) => _id !== from?._id && !except.includes(_id))
    .map(({ _id, name }) => ({ value: _id, name }))
  const students = pluralize(studentIds.length, 'student')
  if (!canMove || studentIds.length === 0 || options.length === 0) return null
  return (
    <>
      <Button
        size="row"
        icon={<IconArrowsRightLeft aria-hidden="true" />}
        onClick={() => setAsking(true)}
      >
        {from ? 'Move' : 'Add'} to batch{names ? ` (${studentIds.length})` : ''}
        {from && !names && <span className="visually-hidden"> from {from.name}</span>}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        question={from ? `Move ${students} to another batch?` : `Add ${students} to a batch?`}
        names={names}
        action={`${from ? 'Move' : 'Add'} ${students}`}
        tone="primary"
        onConfirm={async () => {
          if (moveTo === '')
            throw new Error(`Choose the batch to ${from ? 'move' : 'add'} them to.`)
          onMoved(
            from
              ? await change.remove(studentIds, from._id, moveTo)
              : await change.add(studentIds, moveTo),
          )
          setMoveTo('')
        }}
        onClose={() => setAsking(false)}
      >
        <SelectField
          label="Batch"
          value={moveTo}
          options={options}
          prompt="Choose a batch"
          onChange={({ target }) => setMoveTo(target.value)}
        />
        <p>
          {from
            ? `They get its exam windows in place of those of ${from.name}. `
            : 'They get its exam windows, and stay in the batches that they are in. '}
          {consequence}Their attempts and results stay.
        </p>
      </ConfirmDialog>
    </>
  )
}
