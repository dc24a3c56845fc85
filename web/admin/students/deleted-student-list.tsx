import { type FormEvent, useState } from 'react'
import type { RowOf } from '#contract/endpoint.ts'
import { listExams } from '#contract/exams.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { eraseStudent, listDeletedStudents, restoreStudents } from '#contract/students.ts'
import { toIdentifier } from '#core/students/namesakes.ts'
import { useEndpointMutation } from '../../client/endpoint-query.ts'
import { RefusalError } from '../../client/request.ts'
import { useCan } from '../../client/use-can.tsx'
import { DateTime } from '../../ui/breakable-text.tsx'
import { Button } from '../../ui/button.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { formatDate } from '../../ui/format-time.ts'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { BulkAction } from '../lists/list-actions.tsx'
import { ListCard } from '../lists/list-card.tsx'
import { defineList } from '../lists/list-description.ts'
import { PersonCell } from '../lists/person-cell.tsx'
import { type ListModel, useList } from '../lists/use-list.ts'
import css from './erase-student.module.css'
import { contactColumns, sortLabels } from './student-list-columns.tsx'

type DeletedList = ListModel<typeof listDeletedStudents>

const deletedStudents = defineList({
  endpoint: listDeletedStudents,
  rowKey: ({ _id }) => _id,
  rowName: ({ name }) => name,
  rowIdentifier: toIdentifier,
  things: { one: 'student', many: 'students' },
  caption: 'Deleted students',
  paging: { as: 'scroll', size: 10 },
  searchLabel: 'Search by name, roll number, email or phone',
  sorts: { initial: 'newest', values: Object.keys(sortLabels), labels: sortLabels },
  empty: {
    title: 'No students were deleted',
    help: 'Deleted students are kept here for 30 days.',
  },
  notFound: { title: 'No student found', help: 'Try another name.' },
  failed: 'The deleted students could not be loaded.',
  skeletonRows: 10,
})

/** Students deleted within 30 days, each with the day on which they are erased. */
export function DeletedStudentList() {
  const list = useList(deletedStudents)
  const canErase = useCan(eraseStudent)
  const { restore, isRestoring, error } = useRestore(list)
  const handleRestore = (ids: readonly string[]) => restore(ids).catch(() => undefined)
  return (
    <>
      <PageHeading
        title="Recently deleted"
        lead={`Students can be restored for 30 days, with their attempts and images. Then${canErase ? ', or when you say so,' : ''} they are erased for good.`}
        crumbs={[{ to: pagePaths.students, name: 'Students' }]}
      />
      {error && <RestoreError error={error} />}
      <ListCard
        list={list}
        columns={[
          ...columns,
          {
            key: 'actions',
            head: 'Actions',
            as: 'actions',
            cell: (student) => (
              <div className={css.actions}>
                <Button
                  size="row"
                  tone="quiet"
                  aria-label={`Restore ${list.nameRow(student)}`}
                  onClick={() => handleRestore([student._id])}
                >
                  Restore
                </Button>
                {canErase && <EraseStudent student={student} list={list} />}
              </div>
            ),
          },
        ]}
        actions={
          <BulkAction
            list={list}
            label="Restore Selected"
            tone="primary"
            isBusy={isRestoring}
            onRun={(chosen) => handleRestore(chosen.map(({ _id }) => _id))}
          />
        }
      />
    </>
  )
}

const columns: readonly Column<RowOf<typeof listDeletedStudents>>[] = [
  {
    key: 'name',
    head: 'Name',
    as: 'title',
    sorts: { ascending: 'name-asc', descending: 'name-desc' },
    cell: (student) => <PersonCell {...student} />,
  },
  ...contactColumns,
  {
    key: 'deleted',
    head: 'Deleted',
    sorts: { ascending: 'oldest', descending: 'newest' },
    cell: ({ deletedAt }) => <DateTime iso={deletedAt} />,
  },
  {
    key: 'erased',
    head: 'Erased for good',
    oneLine: true,
    cell: ({ erasedAt }) => formatDate(erasedAt),
  },
]

function useRestore(list: DeletedList) {
  const mutation = useEndpointMutation(restoreStudents, [listExams])
  const restore = async (ids: readonly string[]) => {
    const { message } = await mutation.mutateAsync({ body: { ids: [...ids] } })
    list.dropRows(ids, message)
  }
  return { restore, isRestoring: mutation.isPending, error: mutation.error }
}

function RestoreError({ error }: { error: Error }) {
  const names = error instanceof RefusalError ? Object.values(error.fields) : []
  return (
    <Notice tone="danger">
      {error.message}
      {names.length > 0 && ` It concerns ${names.slice(0, 5).join('; ')}`}
      {names.length > 5 && ` and ${names.length - 5} more`}
      {names.length > 0 && '.'}
    </Notice>
  )
}

type EraseStudentProps = {
  readonly student: RowOf<typeof listDeletedStudents>
  /** The list it is taken out of. */
  readonly list: ListModel<typeof listDeletedStudents>
}

/** Erases at once, so the name must be typed: nothing brings the student back. */
function EraseStudent({ student, list }: EraseStudentProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button
        size="row"
        tone="quiet"
        aria-label={`Erase now: ${list.nameRow(student)}`}
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

function EraseForm({ student, list, onClose }: EraseFormProps) {
  const { _id: id, name } = student
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
        This erases <b>{name}</b> ({toIdentifier(student)}) now: all details, identity pictures,
        attempts, results and emails.
        <b> It cannot be undone.</b> Older backups still hold them until they are thrown away.
      </p>
      <TextField
        label="Type the name to confirm"
        required
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
