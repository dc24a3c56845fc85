import { useMemo, useState } from 'react'
import { maxQuestionsPerExam } from '#core/exams/exam.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { SelectField, TextAreaField } from '../../../ui/form/text-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { counted } from '../../counted.ts'
import type { QuestionDraft } from '../editor/draft.ts'
import { draftsOf } from './draft-questions.ts'
import { EntryList, stateOf } from './entry-list.tsx'
import { FileZone } from './file-zone.tsx'
import { type Format, formatNames } from './formats.ts'
import css from './import-dialog.module.css'
import { largestFileBytes, type Reading, type Source, sourceOf } from './read-questions.ts'
import { useReading } from './use-reading.ts'

export type ImportDialogProps = {
  /** How many questions the test has that are not empty. */
  readonly already: number
  readonly onImport: (questions: readonly QuestionDraft[]) => void
  readonly onClose: () => void
}

const tooLarge = 'This is larger than 5 MB. Bring the questions in parts.'
const textFormats = (['gift', 'aiken', 'moodle', 'csv'] as const).map((value) => ({
  value,
  name: formatNames[value],
}))

/** Nothing leaves the browser here: what is added stands unsaved in the editor. */
export function ImportDialog({ already, onImport, onClose }: ImportDialogProps) {
  const [file, setFile] = useState<{ name: string; source: Source } | null>(null)
  const [text, setText] = useState('')
  const [named, setNamed] = useState<Format | null>(null)
  const [fault, setFault] = useState('')
  const pasted = useMemo<Source | null>(
    () => (text.trim() && text.length <= largestFileBytes ? { kind: 'text', text } : null),
    [text],
  )
  const source = file?.source ?? pasted
  const { reading, isReading, isSlow, isStopped, stop } = useReading({ source, named })
  const entries = reading?.entries ?? []
  const added = entries.filter(({ question }) => question !== null)
  const over = already + added.length - maxQuestionsPerExam

  const handlePick = async (picked: File | null) => {
    setFault('')
    setFile(null)
    if (!picked) return
    if (picked.size > largestFileBytes) return setFault(tooLarge)
    try {
      setFile({ name: picked.name, source: sourceOf(await picked.arrayBuffer()) })
    } catch {
      setFault('This file cannot be read. Choose it again, or another one.')
    }
  }
  const handleAdd = () => {
    onImport(draftsOf(added))
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
            disabled={added.length === 0 || over > 0 || isReading}
            onClick={handleAdd}
          >
            {added.length === 0 ? 'Add questions' : `Add ${counted(added.length, 'question')}`}
          </Button>
        </>
      }
    >
      <div className={css.dialog}>
        <FileZone name={file?.name} error={fault} onPick={handlePick} />
        {!file && (
          <TextAreaField
            label="Or paste the questions"
            hint="A table copied from Excel or Google Sheets works, too."
            rows={6}
            spellCheck={false}
            value={text}
            error={text.length > largestFileBytes ? tooLarge : undefined}
            onChange={({ target }) => setText(target.value)}
          />
        )}
        {source?.kind === 'text' && (
          <SelectField
            label="Format"
            prompt={recognised(reading?.format)}
            options={textFormats}
            value={named ?? ''}
            onChange={({ target }) => setNamed((target.value || null) as Format | null)}
          />
        )}
        <p role="status" className={css.summary}>
          {isSlow ? 'Reading the questions…' : isStopped ? stopped : summaryOf(reading)}
        </p>
        {isSlow && (
          <Button size="row" onClick={stop}>
            Stop reading
          </Button>
        )}
        {over > 0 && (
          <Notice tone="danger">
            A test holds {maxQuestionsPerExam} questions.{' '}
            {already > 0 && `This one has ${already}. `}
            Take {counted(over, 'question')} out of the file.
          </Notice>
        )}
        {reading && reading.errors.length > 0 && (
          <Notice tone="warn">
            <ul className={css.faults}>
              {reading.errors.slice(0, 20).map(({ line, message: says }) => (
                <li key={`${line} ${says}`}>
                  {line !== null && `${placeOf(reading.format)} ${line}: `}
                  {says}
                </li>
              ))}
              {reading.errors.length > 20 && <li>and {reading.errors.length - 20} more</li>}
            </ul>
          </Notice>
        )}
        {reading && entries.length > 0 && (
          <EntryList entries={entries} place={placeOf(reading.format)} />
        )}
      </div>
    </Dialog>
  )
}

function recognised(format: Format | null | undefined): string {
  return format ? `${formatNames[format]} (recognised)` : 'Recognise it'
}

function placeOf(format: Format | null): string {
  return format === 'xlsx' ? 'row' : 'line'
}

const stopped = 'Nothing was read. Choose the file again, or another one.'

function summaryOf(reading: Reading | null): string {
  if (!reading) return 'Nothing to add yet: choose a file or paste questions.'
  const { format, entries } = reading
  if (!format) return 'This is none of the formats that can be imported. Name it if it is one.'
  const count = (state: string) => entries.filter((entry) => stateOf(entry) === state).length
  return [
    `${formatNames[format]}: ${counted(entries.length, 'question')}`,
    `${count('ready')} ready`,
    `${count('faulty')} to mend in the editor`,
    `${count('out')} left out`,
  ].join(', ')
}
