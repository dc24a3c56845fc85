import { courseLabels, genderLabels, labelOf } from '#contract/registration-labels.ts'
import type { RowError } from '#core/students/import/check-import.ts'
import type { TableWord } from '#core/students/import/course-words.ts'
import type { ImportColumn } from '#core/students/import/import-columns.ts'
import {
  type ImportField,
  type ImportValues,
  importFields,
  roleNames,
  toCourse,
} from '#core/students/import/import-rows.ts'
import { courses } from '#core/students/registration.ts'
import { Badge } from '../../../ui/badge.tsx'
import { EmailAddress } from '../../../ui/breakable-text.tsx'
import { Button } from '../../../ui/button.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { SelectField, TextField } from '../../../ui/form/text-field.tsx'
import css from './check.module.css'
import { editRow, toggleLine } from './import-state.ts'
import { rememberCourse } from './remembered-courses.ts'
import type { useStartedImport } from './use-import.ts'

export type ShownRow = {
  readonly line: number
  readonly values: ImportValues
  readonly errors: readonly RowError[]
  readonly isHere: boolean
  readonly isLeftOut: boolean
  /** Had a fault when the list was taken: they stay open when it is corrected. */
  readonly openFields: readonly ImportField[]
  /** The table's word for its course, where nobody has said which of ours it is. */
  readonly word?: TableWord | undefined
}

type Model = Pick<ReturnType<typeof useStartedImport>, 'state' | 'change'>

const mainFields: readonly ImportField[] = ['name', 'email', 'phone', 'course']

/** Picks the columns read by which people know a student, and those with an error. */
export function chooseFields(
  rows: readonly ShownRow[],
  columns: readonly ImportColumn[],
): readonly ImportField[] {
  const open = new Set(
    rows.flatMap(({ openFields, errors }) => [...openFields, ...errors.map(({ field }) => field)]),
  )
  const others = importFields.filter((field) => !mainFields.includes(field))
  return [
    ...mainFields.filter((field) => columns.some(({ role }) => role === field)),
    ...others.filter((field) => open.has(field)),
  ]
}

/** The row, its fields with what is to mend in them, and whether it is left out. */
export function createRowColumns(
  model: Model,
  fields: readonly ImportField[],
): readonly Column<ShownRow>[] {
  const { state, change } = model
  return [
    { key: 'line', head: 'Row', width: '56px', oneLine: true, cell: ({ line }) => line },
    ...fields.map(
      (field): Column<ShownRow> => ({
        key: field,
        head: roleNames[field],
        ...(field === 'name' && { as: 'title' as const }),
        cell: (row) => <Cell row={row} field={field} model={model} />,
      }),
    ),
    {
      key: 'actions',
      head: 'Action',
      as: 'actions',
      width: '116px',
      cell: ({ line, errors, isHere, isLeftOut }) => (
        <div className={css.actions}>
          {!isLeftOut && errors.length === 0 && (
            <Badge tone="ok">{isHere ? 'Already here' : 'Ready'}</Badge>
          )}
          <Button
            size="row"
            tone="quiet"
            onClick={() => change({ leftOut: toggleLine(state.leftOut, line) })}
          >
            {isLeftOut ? 'Put back' : 'Leave out'}
            <span className="visually-hidden"> row {line}</span>
          </Button>
        </div>
      ),
    },
  ]
}

type CellProps = {
  readonly row: ShownRow
  readonly field: ImportField
  readonly model: Model
}

function Cell({ row, field, model: { state, change } }: CellProps) {
  const { line, values, errors, openFields, isLeftOut } = row
  const fault = errors.find((one) => one.field === field)
  const text = values[field] ?? ''
  if (isLeftOut || (!fault && !openFields.includes(field)))
    return field === 'email' ? <EmailAddress address={text} /> : toLabel(field, text)

  const save = (value: string) => change(editRow(state, line, { [field]: value }))
  const shared = {
    hideLabel: true,
    label: `${roleNames[field]} in row ${line}`,
    error: fault?.message,
  } as const
  return (
    <div className={css.cell} data-field={field}>
      {field === 'course' ? (
        <SelectField
          {...shared}
          prompt={text && !toCourse(text) ? `“${text}”` : 'Choose a course'}
          options={courses.map((value) => ({ value, name: courseLabels[value] }))}
          value={toCourse(text) ?? ''}
          onChange={({ target }) => save(target.value)}
        />
      ) : (
        <TextField
          {...shared}
          value={text}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => save(target.value)}
        />
      )}
      {field === 'course' && <ForAllRows row={row} model={{ state, change }} />}
      {fault?.suggestion && (
        <Button
          size="row"
          onClick={({ currentTarget }) => {
            focusField(currentTarget)
            save(fault.suggestion ?? '')
          }}
        >
          Use {fault.suggestion}
        </Button>
      )}
      {fault?.kind === 'misspelt' && (
        <Button
          size="row"
          tone="quiet"
          onClick={({ currentTarget }) => {
            focusField(currentTarget)
            change({ confirmed: [...state.confirmed, line] })
          }}
        >
          It is right<span className="visually-hidden">, the address in row {line}</span>
        </Button>
      )}
    </div>
  )
}

/** Gives the course chosen in one row to all rows that call their course the same. */
function ForAllRows({ row: { line, values, word }, model }: Omit<CellProps, 'field'>) {
  const { state, change } = model
  const course = toCourse(values.course ?? '')
  const others = (word?.lines ?? []).filter(
    (other) =>
      other !== line && !state.leftOut.includes(other) && state.edits[other]?.course === undefined,
  )
  if (!word || !course || others.length === 0) return null
  return (
    <Button
      size="row"
      onClick={({ currentTarget }) => {
        focusField(currentTarget)
        rememberCourse(word.key, course)
        change({ courseWords: { ...state.courseWords, [word.key]: course } })
      }}
    >
      For all {others.length + 1} rows with “{word.word}”
    </Button>
  )
}

/** The button goes with what it mends; the focus stays in its cell. */
function focusField(button: HTMLElement) {
  button.closest('[data-field]')?.querySelector<HTMLElement>('input, select')?.focus()
}

function toLabel(field: ImportField, text: string): string {
  if (field === 'course') return labelOf(courseLabels, text)
  return field === 'gender' ? labelOf(genderLabels, text) : text
}
