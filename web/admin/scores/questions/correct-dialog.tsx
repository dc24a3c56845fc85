import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import {
  type AnswerKey,
  correctAnswerKey,
  type ItemAnalysis,
  listItemAnalyses,
} from '#contract/grading.ts'
import { getAnswers, getScoreDetails, listAttempts, listExamAttempts } from '#contract/results.ts'
import { invalidateEndpoints, useEndpointMutation } from '../../../client/endpoint-query.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { CodeText } from '../../../ui/code-text.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextAreaField } from '../../../ui/form/text-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { counted } from '../../counted.ts'
import css from './correct-dialog.module.css'
import { Preview, usePreview } from './preview.tsx'

type CorrectDialogProps = {
  readonly testId: string
  readonly item: ItemAnalysis
  readonly opened: boolean
  readonly onClose: () => void
}

export function CorrectDialog({ opened, onClose, ...rest }: CorrectDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Correct the answer" width={600}>
      {opened && <CorrectForm {...rest} onClose={onClose} />}
    </Dialog>
  )
}

function CorrectForm({ testId, item, onClose }: Omit<CorrectDialogProps, 'opened'>) {
  const { questionId, revisionId } = item
  const [key, setKey] = useState<AnswerKey | null>(null)
  const [why, setWhy] = useState('')
  const [wantsMail, setWantsMail] = useState(false)
  const [faults, setFaults] = useState<{ key?: string; why?: string }>({})
  const client = useQueryClient()
  const correct = useEndpointMutation(correctAnswerKey)
  const preview = usePreview(testId, { questionId, revisionId, key })
  const told = preview.data?.told ?? 0

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    const found = {
      ...(!key && { key: 'Choose what counts as right' }),
      ...(!why.trim() && { why: 'Say why' }),
    }
    setFaults(found)
    if (!key || !why.trim()) return
    const body = { questionId, revisionId, key, why: why.trim(), mail: wantsMail && told > 0 }
    const { message, mails } = await correct.mutateAsync({ params: { testId }, body })
    await invalidateEndpoints(
      client,
      listItemAnalyses,
      listExamAttempts,
      listAttempts,
      getAnswers,
      getScoreDetails,
    )
    onClose()
    showToast(mails > 0 ? `${message} ${counted(mails, 'email')} on the way.` : message)
  }

  return (
    <form onSubmit={(event) => handleSubmit(event).catch(() => undefined)} noValidate>
      <p className={css.question}>
        <CodeText text={item.questionText} />
      </p>
      <KeyChoice item={item} chosen={key} error={faults.key} onChoose={setKey} />
      {key && <Preview preview={preview} />}
      <TextAreaField
        label="Why"
        hint="It is kept in the audit log."
        value={why}
        maxLength={500}
        error={faults.why}
        onChange={({ target }) => setWhy(target.value)}
      />
      {key && told > 0 && (
        <div className={css.mail}>
          <Checkbox checked={wantsMail} onChange={({ target }) => setWantsMail(target.checked)}>
            Send the corrected result to {counted(told, 'student')} who had another one before
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

type KeyChoiceProps = {
  readonly item: ItemAnalysis
  readonly chosen: AnswerKey | null
  readonly error: string | undefined
  readonly onChoose: (key: AnswerKey) => void
}

function KeyChoice({ item, chosen, error, onChoose }: KeyChoiceProps) {
  const name = useId()
  const errorId = useId()
  return (
    <fieldset className={css.keys} aria-describedby={error && errorId}>
      <legend>What counts as right</legend>
      {choicesOf(item).map(({ key, words, isNow }) => (
        <label key={key} className={css.key}>
          <input
            type="radio"
            name={name}
            checked={chosen === key}
            disabled={isNow}
            onChange={() => onChoose(key)}
          />
          <span>
            <CodeText text={words} />
            {isNow && <small> (counts now)</small>}
          </span>
        </label>
      ))}
      {error && (
        <p id={errorId} className={css.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

function choicesOf({ options, correction }: ItemAnalysis) {
  const letters = ['A', 'B', 'C', 'D'] as const
  const printed = options.findIndex(({ isPrinted }) => isPrinted)
  const choices: { key: AnswerKey; words: string; isNow: boolean }[] = letters.map(
    (key, index) => ({
      key,
      words: `${key}: ${options[index]?.text ?? ''}`,
      isNow: options[index]?.isKey ?? false,
    }),
  )
  choices.push({
    key: 'everyone',
    words: 'Everyone gets the mark',
    isNow: correction?.key === 'everyone',
  })
  if (correction) {
    const words = `Take the correction back: ${letters[printed] ?? ''}, as printed`
    choices.push({ key: 'printed', words, isNow: false })
  }
  return choices
}
