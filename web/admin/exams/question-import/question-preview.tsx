import { pluralize } from '#contract/format.ts'
import { maxQuestionsPerExam } from '#core/exams/exam.ts'
import { Button } from '../../../ui/button.tsx'
import { formatDate } from '../../../ui/format-time.ts'
import { Notice } from '../../../ui/notice.tsx'
import { getLineUnit } from './describe-reading.ts'
import { EntryList } from './entry-list.tsx'
import css from './import-dialog.module.css'
import { FileErrors, NotKept } from './not-kept.tsx'
import type { QuestionImport } from './use-question-import.ts'

type QuestionPreviewProps = {
  readonly model: QuestionImport
  /** How many questions the test has that are not empty. */
  readonly existingCount: number
  /** How many questions there would be too many. */
  readonly excess: number
}

/** The questions as they would be added, with what is wrong and what is not kept. */
export function QuestionPreview({ model, existingCount, excess }: QuestionPreviewProps) {
  const { reading, table } = model
  const unit = getLineUnit(reading?.format ?? null)
  const entries = reading?.entries ?? []
  return (
    <>
      {excess > 0 && (
        <Notice tone="danger">
          A test holds {maxQuestionsPerExam} questions.{' '}
          {existingCount > 0 && `This one has ${existingCount}. `}
          Take {pluralize(excess, 'question')} out of the file.
        </Notice>
      )}
      {reading && <FileErrors errors={reading.errors} unit={unit} />}
      {table && (
        <div className={css.columns}>
          {table.rememberedAt !== null && (
            <p>
              The columns are named as on {formatDate(new Date(table.rememberedAt).toISOString())},
              for a file with the same headings.
            </p>
          )}
          <Button size="row" onClick={model.showColumns}>
            Show the columns
          </Button>
        </div>
      )}
      <NotKept entries={entries} />
      {entries.length > 0 && <EntryList entries={entries} unit={unit} />}
    </>
  )
}
