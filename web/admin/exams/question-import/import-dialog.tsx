import { useMemo, useState } from 'react'
import { pluralize } from '#contract/format.ts'
import { maxQuestionsPerExam } from '#core/exams/exam.ts'
import { questionColumns } from '#core/questions/formats/question-columns.ts'
import type { QuestionDraft } from '../../../questions/options/question-draft.ts'
import { createColumnMemory } from '../../../spreadsheets/columns/column-memory.ts'
import { FileDropZone } from '../../../spreadsheets/file-drop-zone.tsx'
import { maxFileBytes, type Source, toSource } from '../../../spreadsheets/source.ts'
import { useReading } from '../../../spreadsheets/use-reading.ts'
import { Button } from '../../../ui/button.tsx'
import { formatMegabytes } from '../../../ui/form/image-file.ts'
import { SelectField, TextAreaField } from '../../../ui/form/text-field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { formatDate } from '../../../ui/format-time.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Status } from '../../../ui/status.tsx'
import { ColumnStep } from './column-step.tsx'
import { toQuestionDrafts } from './convert-questions.ts'
import {
  describeColumns,
  describeReading,
  getLineUnit,
  stoppedMessage,
  toDetectedLabel,
} from './describe-reading.ts'
import { EntryList } from './entry-list.tsx'
import { type Format, formatNames } from './formats.ts'
import css from './import-dialog.module.css'
import { FileErrors, NotKept } from './not-kept.tsx'
import type { Reading } from './read-imported-questions.ts'
import type { ReadingRequest } from './reading-worker.ts'
import workerAddress from './reading-worker.ts?worker&url'
import type { WorkbookSettings } from './xlsx.ts'

export type ImportDialogProps = {
  /** How many questions the test has that are not empty. */
  readonly existingCount: number
  readonly onImport: (questions: readonly QuestionDraft[]) => void
  readonly onClose: () => void
}

const columnMemory = createColumnMemory('import-columns', questionColumns)

const tooLargeMessage = `This is larger than ${formatMegabytes(maxFileBytes)}. Import the questions in parts.`
const textFormats = (['gift', 'aiken', 'moodle', 'csv'] as const).map((value) => ({
  value,
  name: formatNames[value],
}))

/** Nothing leaves the browser here: what is added stands unsaved in the editor. */
export function ImportDialog({ existingCount, onImport, onClose }: ImportDialogProps) {
  const [file, setFile] = useState<{ name: string; source: Source } | null>(null)
  const [text, setText] = useState('')
  const [namedFormat, setNamedFormat] = useState<Format | null>(null)
  const [fileError, setFileError] = useState('')
  const pasted = useMemo<Source | null>(
    () => (text.trim() && text.length <= maxFileBytes ? { kind: 'text', text } : null),
    [text],
  )
  const source = file?.source ?? pasted
  const [settings, setSettings] = useState<WorkbookSettings>({})
  const [remembered, setRemembered] = useState(columnMemory.read)
  const [isRemembering, setRemembering] = useState(true)
  const [isNaming, setNaming] = useState(false)
  const request = useMemo(
    () => source && { source, namedFormat, settings: { ...settings, remembered } },
    [source, namedFormat, settings, remembered],
  )
  const { reading, isReading, isSlow, isStopped, stop } = useReading<ReadingRequest, Reading>(
    workerAddress,
    request,
  )
  const table = reading?.table ?? null
  const isColumnStep = table !== null && (isNaming || table.problems.length > 0)
  const entries = reading?.entries ?? []
  const added = entries.filter(({ question }) => question !== null)
  const excess = existingCount + added.length - maxQuestionsPerExam

  const startOver = () => {
    setSettings({})
    setNaming(false)
  }
  const handlePick = async (picked: File | null) => {
    setFileError('')
    setFile(null)
    startOver()
    if (!picked) return
    if (picked.size > maxFileBytes) return setFileError(tooLargeMessage)
    try {
      setFile({ name: picked.name, source: toSource(await picked.arrayBuffer()) })
    } catch {
      setFileError('This file cannot be read. Choose it again, or another one.')
    }
  }
  const handleColumns = (changed: WorkbookSettings) => {
    setSettings(changed)
    setNaming(true)
  }
  const handleCheck = () => {
    if (!table) return
    if (isRemembering) columnMemory.remember(table.columns)
    else columnMemory.forget(table.columns)
    setRemembered(columnMemory.read())
    setNaming(false)
  }
  const handleAdd = () => {
    onImport(toQuestionDrafts(added))
    onClose()
  }

  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Import questions"
      width={isColumnStep ? 1200 : 720}
      footer={
        <>
          <Button onClick={onClose} data-autofocus>
            Cancel
          </Button>
          {isColumnStep ? (
            <Button
              tone="primary"
              disabled={table.problems.length > 0 || isReading}
              onClick={handleCheck}
            >
              Check {pluralize(table.rowCount, 'question')}
            </Button>
          ) : (
            <Button
              tone="primary"
              disabled={added.length === 0 || excess > 0 || isReading}
              onClick={handleAdd}
            >
              {added.length === 0 ? 'Add questions' : `Add ${pluralize(added.length, 'question')}`}
            </Button>
          )}
        </>
      }
    >
      <div className={css.dialog}>
        <FileDropZone
          label="File with questions"
          kinds="GIFT, Aiken, Moodle XML, CSV or Excel (XLSX)"
          accept=".gift,.txt,.xml,.csv,.tsv,.xlsx"
          name={file?.name}
          error={fileError}
          onPick={handlePick}
        />
        {!file && (
          <TextAreaField
            label="Or paste the questions"
            hint="A table copied from Excel or Google Sheets works, too."
            rows={6}
            spellCheck={false}
            value={text}
            error={text.length > maxFileBytes ? tooLargeMessage : undefined}
            onChange={({ target }) => {
              // Another table, whose columns nobody has named yet.
              if (getFirstLine(target.value) !== getFirstLine(text)) startOver()
              setText(target.value)
            }}
            onPaste={startOver}
          />
        )}
        {source?.kind === 'text' && (
          <SelectField
            label="Format"
            prompt={toDetectedLabel(reading?.format)}
            options={textFormats}
            value={namedFormat ?? ''}
            onChange={({ target }) => setNamedFormat((target.value || null) as Format | null)}
          />
        )}
        <Status className={css.summary}>
          {isSlow
            ? 'Reading the questions…'
            : isStopped
              ? stoppedMessage
              : isColumnStep
                ? describeColumns(table)
                : describeReading(reading)}
        </Status>
        {isSlow && (
          <Button size="row" onClick={stop}>
            Stop reading
          </Button>
        )}
        {!isColumnStep && excess > 0 && (
          <Notice tone="danger">
            A test holds {maxQuestionsPerExam} questions.{' '}
            {existingCount > 0 && `This one has ${existingCount}. `}
            Take {pluralize(excess, 'question')} out of the file.
          </Notice>
        )}
        {reading && !isColumnStep && (
          <FileErrors errors={reading.errors} unit={getLineUnit(reading.format)} />
        )}
        {reading && isColumnStep && (
          <ColumnStep
            reading={reading}
            table={table}
            settings={settings}
            onChange={handleColumns}
            isRemembering={isRemembering}
            onRememberingChange={setRemembering}
          />
        )}
        {table && !isColumnStep && (
          <div className={css.columns}>
            {table.rememberedAt !== null && (
              <p>
                The columns are named as on {formatDate(new Date(table.rememberedAt).toISOString())}
                , for a file with the same headings.
              </p>
            )}
            <Button size="row" onClick={() => setNaming(true)}>
              Show the columns
            </Button>
          </div>
        )}
        {!isColumnStep && <NotKept entries={entries} />}
        {reading && !isColumnStep && entries.length > 0 && (
          <EntryList entries={entries} unit={getLineUnit(reading.format)} />
        )}
      </div>
    </FormDialog>
  )
}

function getFirstLine(text: string): string {
  return text.trimStart().split('\n', 1)[0] ?? ''
}
