import { pluralize } from '#contract/format.ts'
import {
  type ColumnRole,
  columnRoles,
  nameRole,
  needsAuthor,
  type TableColumn,
} from '#core/questions/formats/table-columns.ts'
import type { TableLayout } from '#core/questions/formats/table-layout.ts'
import { toColumnLetter } from '#core/tables/heads.ts'
import { ColumnHead, ColumnState } from '../../../spreadsheets/column-state.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { SelectField } from '../../../ui/form/text-field.tsx'
import { formatDate } from '../../../ui/format-time.ts'
import layout from '../../../ui/layout.module.css'
import { Status } from '../../../ui/status.tsx'
import { ColumnPreview } from './column-preview.tsx'
import css from './column-step.module.css'
import type { Reading } from './read-imported-questions.ts'
import type { WorkbookSettings } from './xlsx.ts'

type ColumnStepProps = {
  readonly reading: Reading
  readonly table: TableLayout
  readonly settings: WorkbookSettings
  readonly onChange: (settings: WorkbookSettings) => void
  readonly isRemembering: boolean
  readonly onRememberingChange: (isRemembering: boolean) => void
}

/** Asks what each column of a table is. Until it is said no question is ready. */
export function ColumnStep(props: ColumnStepProps) {
  const { reading, table, settings, onChange, isRemembering, onRememberingChange } = props
  const setRoles = (columns: readonly TableColumn[], toRole: (column: TableColumn) => ColumnRole) =>
    onChange({
      ...settings,
      roles: {
        ...settings.roles,
        ...Object.fromEntries(columns.map((column) => [column.position, toRole(column)])),
      },
    })
  const shown = table.columns.map((column): TableColumn => {
    const authorRole = settings.roles?.[column.position]
    return authorRole === undefined ? column : { ...column, role: authorRole, origin: 'author' }
  })
  const guessed = shown.filter(({ origin }) => origin === 'place')
  const unnamed = shown.filter(needsAuthor)
  const hasKey = shown.some(({ role, origin }) => role === 'correct' && origin !== 'place')
  return (
    <section className={css.step} aria-labelledby="column-step-title">
      <div>
        <h3 id="column-step-title">What is each column?</h3>
        <p className={layout.hint}>{describe(unnamed.length)}</p>
      </div>
      <div className={css.split}>
        <Card className={css.card}>
          <div className={css.bar}>
            <p>{describeRows(table)}</p>
            {reading.sheets && (
              <SelectField
                label="Sheet"
                options={reading.sheets.names.map((name, at) => ({
                  value: String(at),
                  name: `${at + 1} of ${reading.sheets?.names.length}: ${name}`,
                }))}
                value={String(settings.sheet ?? reading.sheets.chosen)}
                onChange={({ target }) => onChange({ sheet: Number(target.value) })}
              />
            )}
            <SelectField
              label="Headings"
              options={[
                { value: '', name: 'There are none' },
                ...table.firstRows.map(({ line, cells }) => ({
                  value: String(line),
                  name: `Row ${line}: ${cells.filter((cell) => cell.trim()).join(', ')}`.slice(
                    0,
                    60,
                  ),
                })),
              ]}
              value={String(table.headLine ?? '')}
              onChange={({ target }) =>
                onChange({
                  ...(settings.sheet !== undefined && { sheet: settings.sheet }),
                  headLine: target.value === '' ? null : Number(target.value),
                })
              }
            />
          </div>
          <DataTable
            caption="Columns of the table"
            columns={createColumns((column, role) => setRoles([column], () => role))}
            rows={shown}
            rowKey={({ position }) => String(position)}
          />
          <div className={css.end}>
            {guessed.length > 0 && (
              <Button onClick={() => setRoles(guessed, ({ role }) => role ?? 'left-out')}>
                All columns are as guessed
              </Button>
            )}
            {guessed.length === 0 && unnamed.length > 1 && hasKey && (
              <Button onClick={() => setRoles(unnamed, () => 'left-out')}>
                Leave out the {unnamed.length} that are not known
              </Button>
            )}
            {table.headLine !== null && (
              <Checkbox
                checked={isRemembering}
                onChange={({ target }) => onRememberingChange(target.checked)}
              >
                Remember this for files with the same headings
              </Checkbox>
            )}
            {table.rememberedAt !== null && (
              <p className={layout.hint}>
                Named as on {formatDate(new Date(table.rememberedAt).toISOString())}, for a file
                with the same headings.
              </p>
            )}
          </div>
        </Card>
        <div className={layout.stack}>
          <ColumnPreview entries={reading.entries} unnamed={unnamed} hasKey={hasKey} />
          <Card padded>
            <dl className={css.figures}>
              <dt>Questions</dt>
              <dd>{table.questionCount}</dd>
              <dt>Columns to name</dt>
              <dd>{unnamed.length}</dd>
              <dt>Correct answer</dt>
              <dd data-missing={!hasKey || undefined}>{hasKey ? 'Found' : 'Not found'}</dd>
            </dl>
            <Status>
              <ul className={css.problems}>
                {table.problems.map((problem) => (
                  <li key={problem}>{problem}</li>
                ))}
                {!hasKey && <li>Without a correct answer each question asks for it.</li>}
              </ul>
            </Status>
          </Card>
        </div>
      </div>
    </section>
  )
}

function describe(unnamedCount: number): string {
  if (unnamedCount === 0) return 'Look whether the questions are read as they are meant.'
  const columns =
    unnamedCount === 1
      ? 'One column has a heading we do not know, or none.'
      : `${unnamedCount} columns have headings we do not know, or none.`
  return `${columns} Nothing is Ready until you say what they are.`
}

function describeRows({ headLine, titleRowCount, questionCount }: TableLayout): string {
  return [
    ...(titleRowCount > 0 ? [pluralize(titleRowCount, 'title row')] : []),
    headLine === null ? 'no headings' : `headings in row ${headLine}`,
    `${headLine === null ? '' : 'then '}${pluralize(questionCount, 'question')}`,
  ].join(', ')
}

const roleOptions = columnRoles.map((role) => ({ value: String(role), name: nameRole(role) }))

function createColumns(
  onRole: (column: TableColumn, role: ColumnRole) => void,
): readonly Column<TableColumn>[] {
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
        <ul className={css.samples}>
          {samples.map((sample, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the values of one column keep their places
            <li key={at} dir="auto">
              {sample}
            </li>
          ))}
        </ul>
      ),
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
          options={roleOptions}
          value={column.role === null ? '' : String(column.role)}
          onChange={({ target }) => {
            const role = columnRoles.find((one) => String(one) === target.value)
            if (role !== undefined) onRole(column, role)
          }}
        />
      ),
    },
    {
      key: 'state',
      head: 'State',
      width: '160px',
      cell: (column) => (
        <ColumnState isLeftOut={column.role === 'left-out'} knownBy={describeOrigin(column)} />
      ),
    },
  ]
}

function describeOrigin(column: TableColumn) {
  const { origin } = column
  if (needsAuthor(column)) return origin === 'place' ? 'guess' : 'unknown'
  return origin === 'head' || origin === 'remembered' ? origin : 'author'
}
