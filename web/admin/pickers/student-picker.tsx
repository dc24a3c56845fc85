import { IconX } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import type { RowOf } from '#contract/endpoint.ts'
import { pluralize } from '#contract/format.ts'
import { courseLabels } from '#contract/registration-labels.ts'
import { listStudents } from '#contract/students.ts'
import { findNamesakes, toIdentifier, toPersonLabel } from '#core/students/namesakes.ts'
import { courses } from '#core/students/registration.ts'
import { endpointQuery } from '../../client/endpoint-query.ts'
import { request } from '../../client/request.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { GroupFrame } from '../../ui/form/field-frame.tsx'
import { SearchField } from '../../ui/form/search-field.tsx'
import { SelectField } from '../../ui/form/text-field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import layout from '../../ui/layout.module.css'
import { Notice } from '../../ui/notice.tsx'
import { Status } from '../../ui/status.tsx'
import css from './student-picker.module.css'

export type PickedStudent = {
  readonly _id: string
  readonly name: string
  readonly rollNumber?: string | undefined
  readonly email: string
}

/** The others are counted. */
const shownPicked = 20

type StudentPickerProps = {
  readonly label: string
  readonly picked: readonly PickedStudent[]
  readonly onPick: (picked: readonly PickedStudent[]) => void
  /** The id of its field in a form. */
  readonly id?: string
  readonly error?: string | undefined
}

/** At first, and more with each press. */
const pageSize = 50

/**
 * Finds students by name, roll number, email or phone, of one course or of all; those picked stay
 * listed while another is searched.
 */
export function StudentPicker({ label, picked, onPick, id, error }: StudentPickerProps) {
  const [search, setSearch] = useState('')
  const [course, setCourse] = useState('')
  const [limit, setLimit] = useState(pageSize)
  const filter = {
    search: useDeferredValue(search.trim()),
    ...(course && { course: course as (typeof courses)[number] }),
  }
  // One more than are shown: then there are others.
  const query = { ...filter, sort: 'name-asc', limit: limit + 1 } as const
  const { data = [], ...students } = useQuery({
    ...endpointQuery(listStudents, { query }),
    placeholderData: keepPreviousData,
  })
  const found = data.slice(0, limit)
  const pickAll = useMutation({
    mutationFn: () => request(listStudents, { query: { ...filter, sort: 'name-asc' } }),
    onSuccess: (all) =>
      onPick([...new Map([...picked, ...all].map((one) => [one._id, one] as const)).values()]),
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
          <SearchField
            label="Search by name, roll number, email or phone"
            value={search}
            onType={setSearch}
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
          <div className={layout.row}>
            <SelectField
              label="Course"
              hideLabel
              prompt="All courses"
              options={courses.map((value) => ({ value, name: courseLabels[value] }))}
              value={course}
              onChange={({ target }) => setCourse(target.value)}
            />
            <Button
              size="row"
              busy={pickAll.isPending}
              disabled={found.length === 0}
              onClick={() => pickAll.mutate()}
            >
              Select all
            </Button>
            {picked.length > 0 && (
              <Button size="row" tone="quiet" onClick={() => onPick([])}>
                Clear
              </Button>
            )}
          </div>
          {pickAll.isError && <Notice tone="danger">{pickAll.error.message}</Notice>}
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
            {data.length > limit && (
              <li>
                <Button size="row" onClick={() => setLimit(limit + pageSize)}>
                  Show more
                </Button>
              </li>
            )}
          </ul>
          {found.length === 0 && students.isSuccess && <p>No student found</p>}
          <Status className={css.count}>
            {picked.length > 0 && `${pluralize(picked.length, 'student')} picked`}
          </Status>
          <ul className={css.picked} aria-label="Picked">
            {picked.slice(0, shownPicked).map((student) => (
              <li key={student._id}>
                {toLabel(student)}
                <IconButton name={`Leave out ${toLabel(student)}`} onClick={() => remove(student)}>
                  <IconX size={16} stroke={1.75} aria-hidden="true" />
                </IconButton>
              </li>
            ))}
            {picked.length > shownPicked && (
              <li className={css.others}>and {picked.length - shownPicked} more</li>
            )}
          </ul>
        </div>
      )}
    </GroupFrame>
  )
}

function describeContact({ rollNumber, email, batches = [] }: RowOf<typeof listStudents>): string {
  return [...(rollNumber ? [rollNumber] : []), email, ...batches].join(', ')
}
