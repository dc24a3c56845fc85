import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { listTests } from '#contract/exams.ts'
import { listAttempts } from '#contract/results.ts'
import { deleteStudents, listStudents } from '#contract/students.ts'
import { Button } from '../../kit/button.tsx'
import { Confirm } from '../../kit/confirm.tsx'
import { toast } from '../../kit/toast.tsx'
import { useTell } from '../../query.ts'
import { counted } from '../counted.ts'
import css from './delete-selected.module.css'

type DeleteSelectedProps = {
  readonly chosen: readonly { readonly _id: string; readonly name: string }[]
  readonly onClear: () => void
}

export function DeleteSelected({ chosen, onClear }: DeleteSelectedProps) {
  const [isAsking, setAsking] = useState(false)
  const remove = useTell(deleteStudents, [listStudents, listTests, listAttempts])
  const count = chosen.length
  const students = counted(count, 'student')

  const handleConfirm = async () => {
    const { message } = await remove.mutateAsync({ body: { ids: chosen.map(({ _id }) => _id) } })
    onClear()
    toast(message)
    document.getElementById('main')?.focus()
  }

  return (
    <div className={css.bar}>
      <span role="status" className={css.count}>
        {count > 0 ? `${count} selected` : 'None selected'}
      </span>
      {count > 0 && (
        <Button size="row" tone="quiet" onClick={onClear}>
          Clear
        </Button>
      )}
      <span className={css.delete}>
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
      </span>
      <Confirm
        opened={isAsking}
        question="Are you sure you want to delete selected students?"
        names={chosen.map(({ name }) => name)}
        action={`Delete ${students}`}
        onConfirm={handleConfirm}
        onClose={() => setAsking(false)}
      >
        This removes {students} with their attempts and identity images. They can be restored for 30
        days.
      </Confirm>
    </div>
  )
}
