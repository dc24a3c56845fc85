import { useEffect, useMemo, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { formatCount, pluralize } from '#contract/format.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { layOutStudents } from '#core/students/import/import-columns.ts'
import { maxImportRows } from '#core/students/import/import-rows.ts'
import { FileDropZone } from '../../../spreadsheets/file-drop-zone.tsx'
import { maxFileBytes, type Source } from '../../../spreadsheets/source.ts'
import { useReading } from '../../../spreadsheets/use-reading.ts'
import { useSource } from '../../../spreadsheets/use-source.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { formatMegabytes } from '../../../ui/form/image-file.ts'
import { TextAreaField } from '../../../ui/form/text-field.tsx'
import layout from '../../../ui/layout.module.css'
import { Notice } from '../../../ui/notice.tsx'
import { Status } from '../../../ui/status.tsx'
import css from './import.module.css'
import { type Sheet, startImport, studentColumnMemory } from './import-state.ts'
import type { TableReading } from './table-worker.ts'
import workerAddress from './table-worker.ts?worker&url'
import { useImport } from './use-import.ts'

const tooLargeMessage = `This is larger than ${formatMegabytes(maxFileBytes)}. Import the students in parts.`

/** Step 1: a table, from a file or from the clipboard. */
export default function SourceStep() {
  const navigate = useNavigate()
  const { state, start, change, drop } = useImport()
  // From the page of a batch; another table goes into the same one.
  const [params] = useSearchParams()
  const [batchId] = useState(
    () => params.get('batch') ?? (state && !state.isDone ? state.batchId : ''),
  )
  const input = useSource(tooLargeMessage)
  const { file, text, source } = input
  const { reading, isReading, isSlow, isStopped, stop } = useReading<Source, TableReading>(
    workerAddress,
    source,
  )
  const found = useMemo(() => (reading ? findStudents(reading.sheets) : null), [reading])
  const fileName = file?.name ?? 'Pasted table'
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new reading begins a new import
  useEffect(() => {
    if (found && reading && found.count > 0 && found.count <= maxImportRows)
      start(startImport(fileName, reading.sheets, found.sheet, batchId))
  }, [found])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when one comes from a batch
  useEffect(() => {
    if (state && !state.isDone && state.batchId !== batchId) change({ batchId })
  }, [])

  const handlePick = (picked: File | null) => {
    if (!picked) drop()
    return input.pick(picked)
  }
  const isTooMany = (found?.count ?? 0) > maxImportRows
  const canContinue =
    state !== null && !state.isDone && !isReading && !isTooMany && !input.fileError
  return (
    <Card padded className={css.source}>
      <h2>Which students?</h2>
      <p className={layout.hint}>
        A name, an email address and a course are needed; phone, date of birth, parents, roll
        number, batch, fees, start date and remarks can come along. Students give the rest once, at
        their first sign-in.
      </p>
      <FileDropZone
        label="File with students"
        kinds="CSV or Excel (XLSX)"
        accept=".csv,.tsv,.txt,.xlsx"
        name={file?.name ?? (text ? undefined : state?.fileName)}
        error={input.fileError}
        onPick={handlePick}
      />
      {!file && (
        <TextAreaField
          label="Or paste a table"
          hint="Copy the cells in Excel or Google Sheets, with their headings."
          rows={6}
          spellCheck={false}
          value={text}
          error={input.textError}
          onChange={({ target }) => input.setText(target.value)}
        />
      )}
      <Status className={layout.hint}>
        {isSlow ? 'Reading the table…' : isStopped ? 'Nothing was read.' : describe(found)}
      </Status>
      {isSlow && (
        <Button size="row" onClick={stop}>
          Stop reading
        </Button>
      )}
      {reading?.errors.map((error) => (
        <Notice key={error} tone="danger">
          {error}
        </Notice>
      ))}
      {isTooMany && (
        <Notice tone="danger">
          Import at most {formatCount(maxImportRows)} students at a time, in several files.
        </Notice>
      )}
      <div className={css.buttons}>
        <Button
          tone="primary"
          disabled={!canContinue}
          onClick={() => navigate(found?.isKnown ? pagePaths.importCheck : pagePaths.importColumns)}
        >
          Continue
        </Button>
      </div>
    </Card>
  )
}

/** The first sheet whose columns are known, else the first one. */
function findStudents(sheets: readonly Sheet[]) {
  const remembered = studentColumnMemory.read()
  const tables = sheets.map(({ rows }) => layOutStudents(rows, { remembered }))
  const known = tables.findIndex(({ problems }) => problems.length === 0)
  const named = tables.findIndex(({ headLine }) => headLine !== null)
  const sheet = [known, named, 0].find((at) => at >= 0) ?? 0
  return { sheet, isKnown: known >= 0, count: tables[sheet]?.rowCount ?? 0 }
}

function describe(found: ReturnType<typeof findStudents> | null): string {
  if (!found) return 'Nothing chosen yet.'
  if (found.count === 0) return 'There are no rows in this.'
  return `${pluralize(found.count, 'row')} read.`
}
