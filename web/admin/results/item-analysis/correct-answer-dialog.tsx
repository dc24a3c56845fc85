import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import {
  type AnswerKey,
  correctAnswerKey,
  type ItemAnalysis,
  listItemAnalyses,
} from '#contract/grading.ts'
import {
  getAnswers,
  getScoreDetails,
  listAttemptsByExam,
  listExamAttempts,
  listStudentAttempts,
} from '#contract/results.ts'
import { pluralize } from '#core/text.ts'
import { invalidateEndpoints, useEndpointMutation } from '../../../client/endpoint-query.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { CodeText } from '../../../ui/code-block.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextAreaField } from '../../../ui/form/text-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { showToast } from '../../../ui/toast.tsx'
import css from './correct-answer-dialog.module.css'
import { CorrectionPreview, useCorrectionPreview } from './correction-preview.tsx'
import { KeyChoice } from './key-choice.tsx'

type CorrectAnswerDialogProps = {
  readonly examId: string
  readonly item: ItemAnalysis
  readonly opened: boolean
  readonly onClose: () => void
}

export function CorrectAnswerDialog({ opened, onClose, ...rest }: CorrectAnswerDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Correct the answer" width={600}>
      {opened && <CorrectAnswerForm {...rest} onClose={onClose} />}
    </Dialog>
  )
}

function CorrectAnswerForm({ examId, item, onClose }: Omit<CorrectAnswerDialogProps, 'opened'>) {
  const { questionId, revisionId } = item
  const [key, setKey] = useState<AnswerKey | null>(null)
  const [why, setWhy] = useState('')
  const [isEmailWanted, setEmailWanted] = useState(false)
  const [errors, setErrors] = useState<{ key?: string; why?: string }>({})
  const client = useQueryClient()
  const correct = useEndpointMutation(correctAnswerKey)
  const preview = useCorrectionPreview(examId, { questionId, revisionId, key })
  const recipientCount = preview.data?.told ?? 0

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    const nextErrors = {
      ...(!key && { key: 'Choose what counts as right' }),
      ...(!why.trim() && { why: 'Say why' }),
    }
    setErrors(nextErrors)
    if (!key || !why.trim()) return
    const body = {
      questionId,
      revisionId,
      key,
      why: why.trim(),
      mail: isEmailWanted && recipientCount > 0,
    }
    const { message, mails } = await correct.mutateAsync({ params: { testId: examId }, body })
    await invalidateEndpoints(
      client,
      listItemAnalyses,
      listExamAttempts,
      listAttemptsByExam,
      listStudentAttempts,
      getAnswers,
      getScoreDetails,
    )
    onClose()
    showToast(mails > 0 ? `${message} ${pluralize(mails, 'email')} on the way.` : message)
  }

  return (
    <form onSubmit={(event) => handleSubmit(event).catch(() => undefined)} noValidate>
      <p className={css.question}>
        <CodeText text={item.questionText} />
      </p>
      <KeyChoice item={item} error={errors.key} onChoose={setKey} />
      {key && <CorrectionPreview preview={preview} />}
      <TextAreaField
        label="Why"
        hint="It is kept in the audit log."
        value={why}
        maxLength={500}
        error={errors.why}
        onChange={({ target }) => setWhy(target.value)}
      />
      {key && recipientCount > 0 && (
        <div className={css.mail}>
          <Checkbox
            checked={isEmailWanted}
            onChange={({ target }) => setEmailWanted(target.checked)}
          >
            Send the corrected result to {pluralize(recipientCount, 'student')} who had another one
            before
          </Checkbox>
        </div>
      )}
      {correct.isError && (
        <Notice tone="danger">The answer was not corrected. {correct.error.message}</Notice>
      )}
      <div className={css.buttons}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" tone="primary" busy={correct.isPending}>
          Correct the answer
        </Button>
      </div>
    </form>
  )
}
