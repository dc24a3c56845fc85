import { useState } from 'react'
import { useNavigate } from 'react-router'
import { pluralize } from '#contract/format.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { type ImportColumn, isUnknown } from '#core/students/import/import-columns.ts'
import { type ImportRole, importRoles, roleNames } from '#core/students/import/import-rows.ts'
import { toColumnLetter } from '#core/tables/heads.ts'
import { ColumnHead, ColumnState } from '../../../spreadsheets/column-state.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { EmptyCell } from '../../../ui/empty-cell.tsx'
import { SelectField } from '../../../ui/form/text-field.tsx'
import { formatDate } from '../../../ui/format-time.ts'
import layout from '../../../ui/layout.module.css'
import { Status } from '../../../ui/status.tsx'
import css from './import.module.css'
import { nothingMended } from './import-state.ts'
import { rememberRoles } from './remembered-roles.ts'
import { useStartedImport } from './use-import.ts'

/** Step 2: what each column is. It is remembered for tables with the same headings. */
export default function ColumnStep() {
  const { state, table, change } = useStartedImport()
  const navigate = useNavigate()
  const [isRemembering, setRemembering] = useState(true)
  const unknown = table.columns.filter(isUnknown)
  const guessed = unknown.filter(({ role }) => role !== null)
  const setRoles = (columns: readonly ImportColumn[], toRole: (one: ImportColumn) => ImportRole) =>
    change({
      ...nothingMended,
      roles: {
        ...state.roles,
        ...Object.fromEntries(columns.map((column) => [column.position, toRole(column)])),
      },
    })
  const handleContinue = () => {
    if (isRemembering) rememberRoles(table.columns)
    navigate(pagePaths.importCheck)
  }
  return (
    <Card className={css.card}>
      <div className={css.bar}>
        <div className={css.grow}>
          <h2>What is each column?</h2>
          <p className={layout.hint}>{describeUnknown(unknown.length)}</p>
        </div>
        {state.sheets.length > 1 && (
          <SelectField
            label="Sheet"
            options={state.sheets.map(({ name }, at) => ({ value: String(at), name }))}
            value={String(state.sheet)}
            onChange={({ target }) =>
              change({
                ...nothingMended,
                sheet: Number(target.value),
                roles: {},
                headLine: undefined,
              })
            }
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
          onChange={({ target }) =>
            change({
              ...nothingMended,
              roles: {},
              headLine: target.value === '' ? null : Number(target.value),
            })
          }
        />
      </div>
      <DataTable
        caption="Columns of the table"
        columns={createColumns((column, role) => setRoles([column], () => role))}
        rows={table.columns}
        rowKey={({ position }) => String(position)}
      />
      <div className={css.end}>
        <Status>
          <ul className={css.problems}>
            {table.problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Status>
        {guessed.length > 0 && (
          <Button size="row" onClick={() => setRoles(guessed, ({ role }) => role ?? 'left-out')}>
            All columns are as guessed
          </Button>
        )}
        {guessed.length === 0 && unknown.length > 1 && (
          <Button size="row" onClick={() => setRoles(unknown, () => 'left-out')}>
            Leave out the {unknown.length} that are not known
          </Button>
        )}
        {table.headLine !== null && (
          <Checkbox
            checked={isRemembering}
            onChange={({ target }) => setRemembering(target.checked)}
          >
            Remember this for tables with the same headings
          </Checkbox>
        )}
        {table.rememberedAt !== null && (
          <p className={layout.hint}>
            Remembered from {formatDate(new Date(table.rememberedAt).toISOString())}.
          </p>
        )}
      </div>
      <div className={css.buttons}>
        <ButtonLink to={pagePaths.importStudents}>Back</ButtonLink>
        <Button tone="primary" disabled={table.problems.length > 0} onClick={handleContinue}>
          Check {pluralize(table.body.length, 'row')}
        </Button>
      </div>
    </Card>
  )
}

function describeUnknown(count: number): string {
  if (count === 0) return 'Look whether each column is read as it is meant.'
  const columns = count === 1 ? 'One column is' : `${count} columns are`
  return `${columns} not known. No row is ready until you say what it holds.`
}

const roleOptions = importRoles.map((role) => ({ value: role, name: roleNames[role] }))

function createColumns(
  onRole: (column: ImportColumn, role: ImportRole) => void,
): readonly Column<ImportColumn>[] {
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
      cell: ({ samples }) => (
        <span className={css.samples}>{samples.join(', ') || <EmptyCell />}</span>
      ),
    },
    {
      key: 'role',
      head: 'This column is',
      width: '200px',
      cell: (column) => (
        <SelectField
          hideLabel
          label={`Column ${toColumnLetter(column.position)} ${column.head}`}
          {...(column.role === null && { prompt: 'Choose what it is' })}
          options={roleOptions}
          value={column.role ?? ''}
          onChange={({ target }) => {
            const role = importRoles.find((one) => one === target.value)
            if (role) onRole(column, role)
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
