import { pluralize } from '#contract/format.ts'
import { maxQuestionsPerExam } from '#core/exams/exam.ts'
import type { QuestionDraft } from '../../../questions/options/question-draft.ts'
import { Button } from '../../../ui/button.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Status } from '../../../ui/status.tsx'
import { ColumnStep } from './column-step.tsx'
import { toQuestionDrafts } from './convert-questions.ts'
import { describeColumns, describeReading, stoppedMessage } from './describe-reading.ts'
import css from './import-dialog.module.css'
import { ImportFields } from './import-fields.tsx'
import { QuestionPreview } from './question-preview.tsx'
import { type QuestionImport, useQuestionImport } from './use-question-import.ts'

export type ImportDialogProps = {
  /** How many questions the test has that are not empty. */
  readonly existingCount: number
  readonly onImport: (questions: readonly QuestionDraft[]) => void
  readonly onClose: () => void
}

/** Nothing leaves the browser here: what is added stands unsaved in the editor. */
export function ImportDialog({ existingCount, onImport, onClose }: ImportDialogProps) {
  const model = useQuestionImport()
  const { reading, tableToName, isReading } = model
  const added = reading?.entries.filter(({ question }) => question !== null) ?? []
  const excess = existingCount + added.length - maxQuestionsPerExam
  const handleAdd = () => {
    onImport(toQuestionDrafts(added))
    onClose()
  }
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Import questions"
      width={tableToName ? 1200 : 720}
      footer={
        <>
          <Button onClick={onClose} data-autofocus>
            Cancel
          </Button>
          {tableToName ? (
            <Button
              tone="primary"
              disabled={tableToName.problems.length > 0 || isReading}
              onClick={model.confirmColumns}
            >
              Check {pluralize(tableToName.rowCount, 'question')}
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
        <ImportFields model={model} />
        <Status className={css.summary}>{describeProgress(model)}</Status>
        {model.isSlow && (
          <Button size="row" onClick={model.stop}>
            Stop reading
          </Button>
        )}
        {reading && tableToName ? (
          <ColumnStep
            reading={reading}
            table={tableToName}
            settings={model.settings}
            onChange={model.changeColumns}
            isRemembering={model.isRemembering}
            onRememberingChange={model.setRemembering}
          />
        ) : (
          <QuestionPreview model={model} existingCount={existingCount} excess={excess} />
        )}
      </div>
    </FormDialog>
  )
}

function describeProgress({ isSlow, isStopped, tableToName, reading }: QuestionImport): string {
  if (isSlow) return 'Reading the questions…'
  if (isStopped) return stoppedMessage
  return tableToName ? describeColumns(tableToName) : describeReading(reading)
}
