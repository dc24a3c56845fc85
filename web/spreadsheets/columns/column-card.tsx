import type { ReactNode } from 'react'
import { type ColumnRole, isUnknown, type TableColumn } from '#core/tables/columns.ts'
import { toColumnLetter } from '#core/tables/heads.ts'
import type { TableDescription, TableLayout } from '#core/tables/layout.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyCell } from '../../ui/empty-cell.tsx'
import { SelectField } from '../../ui/form/text-field.tsx'
import { formatDate } from '../../ui/format-time.ts'
import layout from '../../ui/layout.module.css'
import { Status } from '../../ui/status.tsx'
import css from './column-card.module.css'
import { ColumnHead, ColumnState } from './column-state.tsx'

type ColumnCardProps<Field> = {
  readonly description: TableDescription<Field>
  readonly table: TableLayout<Field>
  /** With the author's latest choices, where the table was laid out before them. */
  readonly columns?: readonly TableColumn<Field>[]
  readonly sheetNames: readonly string[]
  /** The index of the sheet that is read. */
  readonly sheet: number
  readonly onSheet: (sheet: number) => void
  /** The line of the heads; null where there are none. */
  readonly onHeadLine: (line: number | null) => void
  /** By the position of the column; the others keep theirs. */
  readonly onRoles: (roles: Readonly<Record<number, ColumnRole<Field>>>) => void
  /** Whether the columns that nobody knows may be left out all at once. */
  readonly canLeaveOut?: boolean
  readonly remembering: Remembering
  readonly lead: ReactNode
  /** The problems, where they stand below the columns. */
  readonly problems?: ReactNode
  /** The buttons of the footer. */
  readonly children?: ReactNode
}

type Remembering = {
  readonly label: string
  readonly isChosen: boolean
  readonly onChange: (isChosen: boolean) => void
  readonly describe: (date: string) => string
}

/** Asks what each column of a table is. Until it is said, no row is ready. */
export function ColumnCard<Field>(props: ColumnCardProps<Field>) {
  const { description, table, columns = table.columns, onRoles, canLeaveOut = true } = props
  const unknown = columns.filter(isUnknown)
  const guessed = unknown.filter(({ role }) => role !== null)
  const setRoles = (
    chosen: readonly TableColumn<Field>[],
    toRole: (column: TableColumn<Field>) => ColumnRole<Field>,
  ) => onRoles(Object.fromEntries(chosen.map((column) => [column.position, toRole(column)])))
  return (
    <Card className={css.card}>
      <div className={css.bar}>
        <div className={css.lead}>{props.lead}</div>
        <SourceFields {...props} />
      </div>
      <DataTable
        caption="Columns of the table"
        columns={createColumns(description, (column, role) => setRoles([column], () => role))}
        rows={columns}
        rowKey={({ position }) => String(position)}
      />
      <div className={css.end}>
        {props.problems}
        {guessed.length > 0 && (
          <Button size="row" onClick={() => setRoles(guessed, ({ role }) => role ?? 'left-out')}>
            All columns are as guessed
          </Button>
        )}
        {guessed.length === 0 && unknown.length > 1 && canLeaveOut && (
          <Button size="row" onClick={() => setRoles(unknown, () => 'left-out')}>
            Leave out the {unknown.length} that are not known
          </Button>
        )}
        <RememberField table={table} remembering={props.remembering} />
      </div>
      {props.children && <div className={css.footer}>{props.children}</div>}
    </Card>
  )
}

/** Which sheet of the file is read, and which of its rows holds the heads. */
function SourceFields<Field>(props: ColumnCardProps<Field>) {
  const { table, sheetNames, sheet, onSheet, onHeadLine } = props
  return (
    <>
      {sheetNames.length > 1 && (
        <SelectField
          label="Sheet"
          options={sheetNames.map((name, at) => ({ value: String(at), name }))}
          value={String(sheet)}
          onChange={({ target }) => onSheet(Number(target.value))}
        />
      )}
      <SelectField
        label="Headings"
        options={[
          { value: '', name: 'There are none' },
          ...table.firstRows.map(({ line, cells }) => ({
            value: String(line),
            name: `Row ${line}: ${cells.filter((cell) => cell.trim()).join(', ')}`.slice(0, 60),
          })),
        ]}
        value={String(table.headLine ?? '')}
        onChange={({ target }) => onHeadLine(target.value === '' ? null : Number(target.value))}
      />
    </>
  )
}

type RememberFieldProps = {
  readonly table: TableLayout<unknown>
  readonly remembering: Remembering
}

function RememberField({ table, remembering }: RememberFieldProps) {
  const { label, isChosen, onChange, describe } = remembering
  return (
    <>
      {table.headLine !== null && (
        <Checkbox checked={isChosen} onChange={({ target }) => onChange(target.checked)}>
          {label}
        </Checkbox>
      )}
      {table.rememberedAt !== null && (
        <p className={layout.hint}>
          {describe(formatDate(new Date(table.rememberedAt).toISOString()))}
        </p>
      )}
    </>
  )
}

type ColumnProblemsProps = { readonly problems: readonly string[] }

/** The problems to solve before a row can be read, announced as they change. */
export function ColumnProblems({ problems }: ColumnProblemsProps) {
  return (
    <Status>
      <ul className={css.problems}>
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </Status>
  )
}

function createColumns<Field>(
  { roles, nameRole }: TableDescription<Field>,
  onRole: (column: TableColumn<Field>, role: ColumnRole<Field>) => void,
): readonly Column<TableColumn<Field>>[] {
  const options = roles.map((role) => ({ value: String(role), name: nameRole(role) }))
  return [
    {
      key: 'head',
      head: 'Heading',
      as: 'title',
      cell: ({ position, head }) => <ColumnHead position={position} head={head} />,
    },
    {
      key: 'samples',
      head: 'First values',
      cell: ({ samples }) => (samples.length === 0 ? <EmptyCell /> : <Samples samples={samples} />),
    },
    {
      key: 'role',
      head: 'This column is',
      width: '220px',
      cell: (column) => (
        <SelectField
          hideLabel
          label={`Column ${toColumnLetter(column.position)} ${column.head}`}
          {...(column.role === null && { prompt: 'Choose what it is' })}
          options={options}
          value={String(column.role ?? '')}
          onChange={({ target }) => {
            const role = roles.find((one) => String(one) === target.value)
            if (role !== undefined) onRole(column, role)
          }}
        />
      ),
    },
    {
      key: 'state',
      head: 'State',
      width: '170px',
      cell: ({ role, origin }) => (
        <ColumnState isLeftOut={role === 'left-out'} knownBy={origin ?? 'unknown'} />
      ),
    },
  ]
}

function Samples({ samples }: Pick<TableColumn<unknown>, 'samples'>) {
  return (
    <ul className={css.samples}>
      {samples.map((sample, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the values of one column keep their places
        <li key={at} dir="auto">
          {sample}
        </li>
      ))}
    </ul>
  )
}
