import { type FormEvent, useState } from 'react'
import { eraseStudent, type listDeletedStudents } from '#contract/students.ts'
import { useEndpointMutation } from '../../client/endpoint-query.ts'
import { RefusalError } from '../../client/request.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { ListModel } from '../lists/use-list.ts'
import css from './erase-student.module.css'

type EraseStudentProps = {
  readonly student: { readonly _id: string; readonly name: string }
  /** The list it is taken out of. */
  readonly list: ListModel<typeof listDeletedStudents>
}

/** Erases at once, so the name must be typed: nothing brings the student back. */
export function EraseStudent({ student, list }: EraseStudentProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button
        size="row"
        tone="quiet"
        aria-label={`Erase now: ${student.name}`}
        onClick={() => setAsking(true)}
      >
        Erase now
      </Button>
      <Dialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title="Erase this student for good?"
        width={440}
      >
        {isAsking && <EraseForm student={student} list={list} onClose={() => setAsking(false)} />}
      </Dialog>
    </>
  )
}

type EraseFormProps = EraseStudentProps & { readonly onClose: () => void }

function EraseForm({ student: { _id: id, name }, list, onClose }: EraseFormProps) {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<{ field?: string; notice?: string }>({})
  const erase = useEndpointMutation(eraseStudent)

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (erase.isPending) return
    setError({})
    try {
      const { message } = await erase.mutateAsync({ params: { id }, body: { name: typed } })
      onClose()
      list.dropRows([id], message)
    } catch (thrown) {
      const field = thrown instanceof RefusalError ? thrown.fields.name : undefined
      const notice = thrown instanceof Error ? thrown.message : String(thrown)
      setError(field ? { field } : { notice })
    }
  }

  return (
    <form className={css.form} onSubmit={handleSubmit} noValidate>
      <p>
        This erases <b>{name}</b> now: all details, identity pictures, attempts, results and emails.
        <b> It cannot be undone.</b> Older backups still hold them until they are thrown away.
      </p>
      <TextField
        label="Type the name to confirm"
        hint={name}
        value={typed}
        error={error.field}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => setTyped(target.value)}
      />
      {error.notice && <Notice tone="danger">{error.notice}</Notice>}
      <div className={css.buttons}>
        <Button onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button tone="danger" type="submit" busy={erase.isPending}>
          Erase for good
        </Button>
      </div>
    </form>
  )
}
