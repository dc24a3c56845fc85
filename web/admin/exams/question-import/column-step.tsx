import { pluralize } from '#contract/format.ts'
import { questionColumns } from '#core/questions/formats/question-columns.ts'
import type { QuestionField } from '#core/questions/formats/question-heads.ts'
import { isUnknown, type TableColumn } from '#core/tables/columns.ts'
import type { TableLayout } from '#core/tables/layout.ts'
import { ColumnCard, ColumnProblems } from '../../../spreadsheets/columns/column-card.tsx'
import { Card } from '../../../ui/card.tsx'
import layout from '../../../ui/layout.module.css'
import { ColumnPreview } from './column-preview.tsx'
import css from './column-step.module.css'
import type { Reading } from './read-imported-questions.ts'
import type { WorkbookSettings } from './xlsx.ts'

type ColumnStepProps = {
  readonly reading: Reading
  readonly table: TableLayout<QuestionField>
  readonly settings: WorkbookSettings
  readonly onChange: (settings: WorkbookSettings) => void
  readonly isRemembering: boolean
  readonly onRememberingChange: (isRemembering: boolean) => void
}

/** Asks what each column of a table is. Until it is said no question is ready. */
export function ColumnStep(props: ColumnStepProps) {
  const { reading, table, settings, onChange, isRemembering, onRememberingChange } = props
  const { sheet, roles } = settings
  const { names, chosen } = reading.sheets ?? { names: [], chosen: 0 }
  // The author's latest choices show at once, before the table is read by them.
  const columns = table.columns.map((column): TableColumn<QuestionField> => {
    const authorRole = roles?.[column.position]
    return authorRole === undefined ? column : { ...column, role: authorRole, origin: 'author' }
  })
  const unknown = columns.filter(isUnknown)
  const hasKey = columns.some((column) => column.role === 'correct' && !isUnknown(column))
  return (
    <section className={css.step} aria-labelledby="column-step-title">
      <div>
        <h3 id="column-step-title">What is each column?</h3>
        <p className={layout.hint}>{describe(unknown.length)}</p>
      </div>
      <div className={css.split}>
        <ColumnCard
          description={questionColumns}
          table={table}
          columns={columns}
          sheetNames={names.map((name, at) => `${at + 1} of ${names.length}: ${name}`)}
          sheet={sheet ?? chosen}
          onSheet={(other) => onChange({ sheet: other })}
          onHeadLine={(headLine) => onChange({ ...(sheet !== undefined && { sheet }), headLine })}
          onRoles={(changed) => onChange({ ...settings, roles: { ...roles, ...changed } })}
          canLeaveOut={hasKey}
          remembering={{
            label: 'Remember this for files with the same headings',
            isChosen: isRemembering,
            onChange: onRememberingChange,
            describe: (date) => `Named as on ${date}, for a file with the same headings.`,
          }}
          lead={<p className={layout.hint}>{describeRows(table)}</p>}
        />
        <div className={layout.stack}>
          <ColumnPreview entries={reading.entries} unnamed={unknown} hasKey={hasKey} />
          <Card padded>
            <dl className={css.figures}>
              <dt>Questions</dt>
              <dd>{table.rowCount}</dd>
              <dt>Columns to name</dt>
              <dd>{unknown.length}</dd>
              <dt>Correct answer</dt>
              <dd data-missing={!hasKey || undefined}>{hasKey ? 'Found' : 'Not found'}</dd>
            </dl>
            <ColumnProblems
              problems={[
                ...table.problems,
                ...(hasKey ? [] : ['Without a correct answer each question asks for it.']),
              ]}
            />
          </Card>
        </div>
      </div>
    </section>
  )
}

function describe(unknownCount: number): string {
  if (unknownCount === 0) return 'Check that the questions are read as intended.'
  const columns =
    unknownCount === 1
      ? 'One column has a heading we do not know, or none.'
      : `${unknownCount} columns have headings we do not know, or none.`
  return `${columns} Nothing is Ready until you say what they are.`
}

function describeRows({ headLine, titleRowCount, rowCount }: TableLayout<QuestionField>): string {
  return [
    ...(titleRowCount > 0 ? [pluralize(titleRowCount, 'title row')] : []),
    headLine === null ? 'no headings' : `headings in row ${headLine}`,
    `${headLine === null ? '' : 'then '}${pluralize(rowCount, 'question')}`,
  ].join(', ')
}
