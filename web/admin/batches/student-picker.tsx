import { IconSearch, IconX } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { pluralize } from '#contract/format.ts'
import { listStudents } from '#contract/students.ts'
import { findNamesakes, toIdentifier, toPersonLabel } from '#core/students/namesakes.ts'
import { endpointQuery } from '../../client/endpoint-query.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { GroupFrame } from '../../ui/form/field-frame.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Status } from '../../ui/status.tsx'
import css from './student-picker.module.css'

export type PickedStudent = {
  readonly _id: string
  readonly name: string
  readonly rollNumber?: string | undefined
  readonly email: string
}

type StudentPickerProps = {
  readonly label: string
  readonly picked: readonly PickedStudent[]
  readonly onPick: (picked: readonly PickedStudent[]) => void
  /** Of its field in a form. */
  readonly id?: string
  readonly error?: string | undefined
}

const shownStudents = 8

/** Finds students by name, roll number, email or phone; those picked stay listed while another is searched. */
export function StudentPicker({ label, picked, onPick, id, error }: StudentPickerProps) {
  const [search, setSearch] = useState('')
  const query = { search: useDeferredValue(search.trim()), limit: shownStudents }
  const { data: found = [], ...students } = useQuery({
    ...endpointQuery(listStudents, { query }),
    placeholderData: keepPreviousData,
  })
  const namesakes = findNamesakes(picked.map(({ _id: id, name }) => ({ id, name })))
  const toLabel = (student: PickedStudent) =>
    namesakes.has(student._id)
      ? toPersonLabel({ name: student.name, identifier: toIdentifier(student) })
      : student.name
  const remove = (student: PickedStudent) => onPick(picked.filter(({ _id }) => _id !== student._id))
  return (
    <GroupFrame label={label} id={id} error={error}>
      {() => (
        <div className={css.picker}>
          <TextField
            type="search"
            label="Search by name, roll number, email or phone"
            hideLabel
            placeholder="Search by name, roll number, email or phone"
            autoComplete="off"
            icon={<IconSearch size={18} stroke={1.75} aria-hidden="true" />}
            value={search}
            onChange={({ target }) => setSearch(target.value)}
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
          {students.isError && (
            <Notice tone="danger" onRetry={students.refetch}>
              The students could not be loaded.
            </Notice>
          )}
          <ul className={css.found}>
            {found.map((student) => {
              const isPicked = picked.some(({ _id }) => _id === student._id)
              return (
                <li key={student._id}>
                  <Checkbox
                    checked={isPicked}
                    onChange={() => (isPicked ? remove(student) : onPick([...picked, student]))}
                  >
                    {student.name} <small>{describeContact(student)}</small>
                  </Checkbox>
                </li>
              )
            })}
          </ul>
          {found.length === 0 && students.isSuccess && <p>No student found</p>}
          <Status className={css.count}>
            {picked.length > 0 && `${pluralize(picked.length, 'student')} picked`}
          </Status>
          <ul className={css.picked} aria-label="Picked">
            {picked.map((student) => (
              <li key={student._id}>
                {toLabel(student)}
                <IconButton name={`Leave out ${toLabel(student)}`} onClick={() => remove(student)}>
                  <IconX size={16} stroke={1.75} aria-hidden="true" />
                </IconButton>
              </li>
            ))}
          </ul>
        </div>
      )}
    </GroupFrame>
  )
}

function describeContact({ rollNumber, email }: PickedStudent): string {
  return rollNumber ? `${rollNumber}, ${email}` : email
}
