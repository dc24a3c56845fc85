import { IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listExams } from '#contract/exams.ts'
import { listAttempts } from '#contract/results.ts'
import { deleteStudents, listStudents } from '#contract/students.ts'
import { pluralize } from '#core/text/pluralize.ts'
import { removeInactiveQueries, useEndpointMutation } from '../../client/endpoint-query.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toast.tsx'
import { SelectionBar } from '../lists/selection-bar.tsx'
import { removeRows } from '../lists/update-cached-list.ts'

type DeleteSelectedProps = {
  readonly chosen: readonly { readonly _id: string; readonly name: string }[]
  readonly onClear: () => void
}

export function DeleteSelected({ chosen, onClear }: DeleteSelectedProps) {
  const [isAsking, setAsking] = useState(false)
  const client = useQueryClient()
  const remove = useEndpointMutation(deleteStudents, [listExams, listAttempts])
  const count = chosen.length
  const students = pluralize(count, 'student')

  const handleConfirm = async () => {
    const ids = chosen.map(({ _id }) => _id)
    const { message } = await remove.mutateAsync({ body: { ids } })
    removeInactiveQueries(client)
    removeRows(client, listStudents, ids)
    onClear()
    showToast(message)
    document.getElementById('main')?.focus()
  }

  return (
    <SelectionBar count={count} onClear={onClear}>
      <Button
        size="row"
        tone="danger"
        wide
        disabled={count === 0}
        icon={<IconTrash aria-hidden="true" />}
        onClick={() => setAsking(true)}
      >
        Delete Selected ({count})
      </Button>
      <ConfirmDialog
        opened={isAsking}
        question="Are you sure you want to delete selected students?"
        names={chosen.map(({ name }) => name)}
        action={`Delete ${students}`}
        onConfirm={handleConfirm}
        onClose={() => setAsking(false)}
      >
        This removes {students} with their attempts and identity images. They can be restored for 30
        days under “Recently deleted”.
      </ConfirmDialog>
    </SelectionBar>
  )
}
