import { useMemo, useState } from 'react'
import { maxQuestionsPerExam } from '#core/exams/exam.ts'
import { pluralize } from '#core/text.ts'
import type { QuestionDraft } from '../../../questions/options/question-draft.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { formatMegabytes } from '../../../ui/form/image-file.ts'
import { SelectField, TextAreaField } from '../../../ui/form/text-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { toQuestionDrafts } from './convert-questions.ts'
import { EntryList, stateOf } from './entry-list.tsx'
import { FileDropZone } from './file-drop-zone.tsx'
import { type Format, formatNames } from './formats.ts'
import css from './import-dialog.module.css'
import { maxFileBytes, type Reading, type Source, toSource } from './read-questions.ts'
import { useReading } from './use-reading.ts'

export type ImportDialogProps = {
  /** How many questions the test has that are not empty. */
  readonly existingCount: number
  readonly onImport: (questions: readonly QuestionDraft[]) => void
  readonly onClose: () => void
}

const tooLargeMessage = `This is larger than ${formatMegabytes(maxFileBytes)}. Bring the questions in parts.`
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
  const { reading, isReading, isSlow, isStopped, stop } = useReading({ source, namedFormat })
  const entries = reading?.entries ?? []
  const added = entries.filter(({ question }) => question !== null)
  const excess = existingCount + added.length - maxQuestionsPerExam

  const handlePick = async (picked: File | null) => {
    setFileError('')
    setFile(null)
    if (!picked) return
    if (picked.size > maxFileBytes) return setFileError(tooLargeMessage)
    try {
      setFile({ name: picked.name, source: toSource(await picked.arrayBuffer()) })
    } catch {
      setFileError('This file cannot be read. Choose it again, or another one.')
    }
  }
  const handleAdd = () => {
    onImport(toQuestionDrafts(added))
    onClose()
  }

  return (
    <Dialog
      opened
      onClose={onClose}
      title="Import questions"
      width={720}
      footer={
        <>
          <Button onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button
            tone="primary"
            disabled={added.length === 0 || excess > 0 || isReading}
            onClick={handleAdd}
          >
            {added.length === 0 ? 'Add questions' : `Add ${pluralize(added.length, 'question')}`}
          </Button>
        </>
      }
    >
      <div className={css.dialog}>
        <FileDropZone name={file?.name} error={fileError} onPick={handlePick} />
        {!file && (
          <TextAreaField
            label="Or paste the questions"
            hint="A table copied from Excel or Google Sheets works, too."
            rows={6}
            spellCheck={false}
            value={text}
            error={text.length > maxFileBytes ? tooLargeMessage : undefined}
            onChange={({ target }) => setText(target.value)}
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
        <p role="status" className={css.summary}>
          {isSlow
            ? 'Reading the questions…'
            : isStopped
              ? stoppedMessage
              : describeReading(reading)}
        </p>
        {isSlow && (
          <Button size="row" onClick={stop}>
            Stop reading
          </Button>
        )}
        {excess > 0 && (
          <Notice tone="danger">
            A test holds {maxQuestionsPerExam} questions.{' '}
            {existingCount > 0 && `This one has ${existingCount}. `}
            Take {pluralize(excess, 'question')} out of the file.
          </Notice>
        )}
        {reading && reading.errors.length > 0 && (
          <Notice tone="warn">
            <ul className={css.errors}>
              {reading.errors.slice(0, 20).map(({ line, message }) => (
                <li key={`${line} ${message}`}>
                  {line !== null && `${getLineUnit(reading.format)} ${line}: `}
                  {message}
                </li>
              ))}
              {reading.errors.length > 20 && <li>and {reading.errors.length - 20} more</li>}
            </ul>
          </Notice>
        )}
        {reading && entries.length > 0 && (
          <EntryList entries={entries} unit={getLineUnit(reading.format)} />
        )}
      </div>
    </Dialog>
  )
}

function toDetectedLabel(format: Format | null | undefined): string {
  return format ? `${formatNames[format]} (recognised)` : 'Recognise it'
}

function getLineUnit(format: Format | null): string {
  return format === 'xlsx' ? 'row' : 'line'
}

const stoppedMessage = 'Nothing was read. Choose the file again, or another one.'

function describeReading(reading: Reading | null): string {
  if (!reading) return 'Nothing to add yet: choose a file or paste questions.'
  const { format, entries } = reading
  if (!format) return 'This is none of the formats that can be imported. Name it if it is one.'
  const count = (state: string) => entries.filter((entry) => stateOf(entry) === state).length
  return [
    `${formatNames[format]}: ${pluralize(entries.length, 'question')}`,
    `${count('ready')} ready`,
    `${count('faulty')} to mend in the editor`,
    `${count('out')} left out`,
  ].join(', ')
}
