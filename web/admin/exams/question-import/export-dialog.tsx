import { useState } from 'react'
import { pluralize } from '#contract/format.ts'
import type { QuestionDraft } from '../../../questions/options/question-draft.ts'
import { saveFile } from '../../../spreadsheets/save-file.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { GroupFrame } from '../../../ui/form/field-frame.tsx'
import { RadioCards } from '../../../ui/form/radio-cards.tsx'
import layout from '../../../ui/layout.module.css'
import { Notice } from '../../../ui/notice.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { type Format, formatNames, formats, isExportable, listExportLosses } from './formats.ts'
import { writeQuestions } from './write-questions.ts'

export type ExportDialogProps = {
  readonly title: string
  readonly questions: readonly QuestionDraft[]
  readonly onClose: () => void
}

const meanings: Readonly<Record<Format, string>> = {
  gift: 'Text for Moodle and many others. Carries code, no pictures.',
  aiken: 'The plainest text. Carries neither code nor pictures.',
  moodle: 'For Moodle and similar programs. Carries everything.',
  csv: 'A table for any program. Carries code, no pictures.',
  xlsx: 'A workbook for Excel. Carries code, no pictures.',
}

const options = formats.map((value) => ({
  value,
  name: formatNames[value],
  meaning: meanings[value],
}))

export function ExportDialog({ title, questions, onClose }: ExportDialogProps) {
  const [format, setFormat] = useState<Format>('moodle')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const losses = listExportLosses(format, questions)
  const exportable = questions.filter((question) => isExportable(format, question))

  const handleDownload = async () => {
    setBusy(true)
    setFailure('')
    try {
      const file = await writeQuestions(format, title, exportable)
      saveFile(file)
      onClose()
      showToast(`${pluralize(exportable.length, 'question')} exported to ${file.name}`)
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Export ${pluralize(questions.length, 'question')}`}
      width={600}
      footer={
        <>
          <Button onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button
            tone="primary"
            busy={isBusy}
            disabled={exportable.length === 0}
            onClick={handleDownload}
          >
            Download
          </Button>
        </>
      }
    >
      <div className={layout.stack}>
        <p>The file holds the correct answers: keep it where no student can find it.</p>
        <GroupFrame label="Format">
          {() => (
            <RadioCards name="exportFormat" options={options} value={format} onChange={setFormat} />
          )}
        </GroupFrame>
        {losses.length > 0 && <Notice tone="warn">{losses.join(' ')}</Notice>}
        {failure && <Notice tone="danger">The file could not be written. {failure}</Notice>}
      </div>
    </Dialog>
  )
}
