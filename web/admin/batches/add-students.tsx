import { useState } from 'react'
import {
  addBatchStudents,
  type Batch,
  getBatch,
  listBatches,
  listBatchStudents,
} from '#contract/batches.ts'
import { listExamWindows } from '#contract/exam-windows.ts'
import { pluralize } from '#contract/format.ts'
import { countOverSeats } from '#core/batches/batch.ts'
import { useEndpointMutation } from '../../client/endpoint-query.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast.tsx'
import { type PickedStudent, StudentPicker } from '../pickers/student-picker.tsx'

type AddStudentsProps = { readonly batch: Batch; readonly onClose: () => void }

export function AddStudents({ batch, onClose }: AddStudentsProps) {
  const [picked, setPicked] = useState<readonly PickedStudent[]>([])
  const add = useEndpointMutation(addBatchStudents, [
    getBatch,
    listBatches,
    listBatchStudents,
    listExamWindows,
  ])
  const [isLeaving, setLeaving] = useState(false)
  const handleClose = () => (picked.length > 0 ? setLeaving(true) : onClose())
  const over = countOverSeats(batch.students + picked.length, batch.seats)
  const handleAdd = async () => {
    const studentIds = picked.map(({ _id }) => _id)
    const { message } = await add.mutateAsync({ params: { id: batch._id }, body: { studentIds } })
    showToast(message)
    onClose()
  }
  return (
    <Dialog
      opened
      onClose={handleClose}
      title={`Add students to ${batch.name}`}
      width={600}
      footer={
        <>
          <Button onClick={handleClose}>Cancel</Button>
          <Button
            tone="primary"
            busy={add.isPending}
            disabled={picked.length === 0}
            onClick={() => handleAdd().catch(() => undefined)}
          >
            Add {picked.length > 0 ? pluralize(picked.length, 'student') : 'students'}
          </Button>
        </>
      }
    >
      <StudentPicker label="Students" picked={picked} onPick={setPicked} />
      {over > 0 && (
        <Notice tone="warn">
          That is {pluralize(over, 'student')} more than the batch has seats for.
        </Notice>
      )}
      {add.error && <Notice tone="danger">{add.error.message}</Notice>}
      <ConfirmDialog
        opened={isLeaving}
        question="Leave without adding?"
        action="Leave"
        cancel="Stay"
        onConfirm={async () => onClose()}
        onClose={() => setLeaving(false)}
      >
        {pluralize(picked.length, 'student')} {picked.length === 1 ? 'is' : 'are'} picked and not
        yet in the batch.
      </ConfirmDialog>
    </Dialog>
  )
}
