import { useState } from 'react'
import { useNavigate } from 'react-router'
import { pluralize } from '#contract/format.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { studentColumns } from '#core/students/import/import-columns.ts'
import { isUnknown } from '#core/tables/columns.ts'
import { ColumnCard, ColumnProblems } from '../../../spreadsheets/columns/column-card.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import layout from '../../../ui/layout.module.css'
import { nothingMended, studentColumnMemory } from './import-state.ts'
import { useStartedImport } from './use-import.ts'

/** Step 2: what each column is. It is remembered for tables with the same headings. */
export default function ColumnStep() {
  const { state, table, change } = useStartedImport()
  const navigate = useNavigate()
  const [isRemembering, setRemembering] = useState(true)
  const handleContinue = () => {
    if (isRemembering) studentColumnMemory.remember(table.columns)
    navigate(pagePaths.importCheck)
  }
  return (
    <ColumnCard
      description={studentColumns}
      table={table}
      sheetNames={state.sheets.map(({ name }) => name)}
      sheet={state.sheet}
      onSheet={(sheet) => change({ ...nothingMended, sheet, roles: {}, headLine: undefined })}
      onHeadLine={(headLine) => change({ ...nothingMended, roles: {}, headLine })}
      onRoles={(roles) => change({ ...nothingMended, roles: { ...state.roles, ...roles } })}
      remembering={{
        label: 'Remember this for tables with the same headings',
        isChosen: isRemembering,
        onChange: setRemembering,
        describe: (date) => `Remembered from ${date}.`,
      }}
      lead={
        <>
          <h2>What is each column?</h2>
          <p className={layout.hint}>{describeUnknown(table.columns.filter(isUnknown).length)}</p>
        </>
      }
      problems={<ColumnProblems problems={table.problems} />}
    >
      <ButtonLink to={pagePaths.importStudents}>Back</ButtonLink>
      <Button tone="primary" disabled={table.problems.length > 0} onClick={handleContinue}>
        Check {pluralize(table.rowCount, 'row')}
      </Button>
    </ColumnCard>
  )
}

function describeUnknown(count: number): string {
  if (count === 0) return 'Check that each column is read as intended.'
  const columns = count === 1 ? 'One column is' : `${count} columns are`
  return `${columns} not known. No row is ready until you say what it holds.`
}
