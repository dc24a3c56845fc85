import { useRef, useState } from 'react'
import type { BodyOf } from '#contract/endpoint.ts'
import { pluralize } from '#contract/format.ts'
import { applyAction, type LiveStudent } from '#contract/live.ts'
import { type ActionKind, type ActionReason, actionKinds, needsReason } from '#core/live/actions.ts'
import { isApplicable } from '#core/live/applicable.ts'
import { useEndpointMutation } from '../../client/endpoint-query.ts'
import { createIdempotencyKey } from '../../client/idempotency-key.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import layout from '../../ui/layout.module.css'
import { Notice } from '../../ui/notice.tsx'
import { AnswersSeenNotice } from '../lists/reveal-notice.tsx'
import { readKeyReveal } from '../lists/use-key-reveal.ts'
import css from './action-dialog.module.css'
import { Consequence, MessageField, What, Why } from './action-fields.tsx'
import { type ActionReply, toButtonLabel, toQuestion } from './action-labels.ts'
import { ChosenStudents } from './chosen-students.tsx'
import { Minutes } from './minutes.tsx'

export type ActionRequest = {
  readonly kind: ActionKind
  readonly studentIds: readonly string[]
}

type ActionDialogProps = {
  readonly testId: string
  readonly title: string
  /** Null while the dialog is closed. */
  readonly requested: ActionRequest | null
  readonly rows: ReadonlyMap<string, LiveStudent>
  readonly onDone: (reply: ActionReply) => void
  readonly onClose: () => void
}

export function ActionDialog({ requested, ...props }: ActionDialogProps) {
  if (!requested) return null
  return <OpenActionDialog requested={requested} {...props} />
}

function OpenActionDialog(props: ActionDialogProps & { readonly requested: ActionRequest }) {
  const { testId, title, requested, rows, onDone, onClose } = props
  const [kind, setKind] = useState(requested.kind)
  const [studentIds, setStudentIds] = useState(requested.studentIds)
  const [minutes, setMinutes] = useState(5)
  const [reason, setReason] = useState<ActionReason | null>(null)
  const [reasonText, setReasonText] = useState('')
  const [message, setMessage] = useState('')
  const { send, isPending, error, findReveal } = useApplyAction(testId, onDone)

  const chosen = studentIds.flatMap((id) => rows.get(id) ?? [])
  const fitting = chosen.filter((row) => isApplicable(kind, row))
  const kinds = actionKinds.filter(
    (one) => one === kind || chosen.some((row) => isApplicable(one, row)),
  )
  const missing = findMissing({ kind, count: fitting.length, reason, reasonText, message })
  const asksWhy = needsReason(kind)
  const isMessage = kind === 'message'
  const needsMinutes = kind === 'add-minutes'

  const attemptIds = fitting.flatMap(({ attemptId }) => attemptId ?? [])
  const reveal = kind === 'reopen' ? findReveal(attemptIds) : null

  const handleApply = () => {
    if (missing) return
    const stated = asksWhy && reason !== null
    send({
      kind,
      attemptIds,
      ...(stated && { reason }),
      ...(needsMinutes && { minutes }),
      ...(stated && reason === 'other' && { reasonText: reasonText.trim() }),
      ...(message.trim() !== '' && { message: message.trim() }),
      ...(kind === 'reopen' && { confirm: reveal !== null }),
    })
  }

  const messageField = (
    <MessageField isRequired={isMessage} message={message} onChange={setMessage} />
  )
  return (
    <FormDialog
      opened
      width={720}
      onClose={onClose}
      title={toQuestion(kind, fitting.length)}
      footer={
        <>
          {missing && <span className={css.missing}>{missing}</span>}
          <Button data-autofocus={!isMessage || undefined} onClick={onClose}>
            Cancel
          </Button>
          <Button
            tone={kind === 'end' ? 'danger' : 'primary'}
            busy={isPending}
            aria-disabled={missing !== null || undefined}
            onClick={handleApply}
          >
            {toButtonLabel(kind, minutes, fitting.length)}
            {reveal && ' all the same'}
          </Button>
        </>
      }
    >
      <div className={layout.stack}>
        <p className={css.test} dir="auto">
          {title}
        </p>
        {isMessage && messageField}
        <ChosenStudents
          chosen={chosen}
          onRemove={(id) => setStudentIds(studentIds.filter((one) => one !== id))}
        />
        <What kinds={kinds} kind={kind} onKind={setKind}>
          {needsMinutes && <Minutes minutes={minutes} onChange={setMinutes} />}
        </What>
        {asksWhy && (
          <Why
            reason={reason}
            onReason={setReason}
            reasonText={reasonText}
            onReasonText={setReasonText}
          />
        )}
        {!isMessage && messageField}
        {reveal?.wouldReveal && (
          <AnswersSeenNotice by={pluralize(reveal.wouldReveal.students, 'student')} />
        )}
        {error && !readKeyReveal(error) && (
          <Notice tone="danger">Nothing was done. {error.message}</Notice>
        )}
        <Consequence kind={kind} chosen={chosen} fitting={fitting} minutes={minutes} />
      </div>
    </FormDialog>
  )
}

type ActionBody = Omit<BodyOf<typeof applyAction>, '_id'>

function useApplyAction(testId: string, onDone: (reply: ActionReply) => void) {
  const act = useEndpointMutation(applyAction)
  // The same call again, also after a lost reply, is carried out once.
  const sent = useRef({ body: '', id: '' })
  return {
    isPending: act.isPending,
    error: act.error,
    send: (body: ActionBody) => {
      const text = JSON.stringify(body)
      if (sent.current.body !== text) sent.current = { body: text, id: createIdempotencyKey() }
      act.mutate(
        { params: { testId }, body: { ...body, _id: sent.current.id } },
        { onSuccess: onDone },
      )
    },
    /** The refusal was for these students, not for others chosen since. */
    findReveal: (attemptIds: readonly string[]) => {
      const isSame = act.variables?.body.attemptIds?.join() === attemptIds.join()
      return isSame ? readKeyReveal(act.error) : null
    },
  }
}

type Filled = {
  readonly kind: ActionKind
  readonly count: number
  readonly reason: ActionReason | null
  readonly reasonText: string
  readonly message: string
}

/** Why the button is off; null where nothing is missing. */
export function findMissing({ kind, count, reason, reasonText, message }: Filled): string | null {
  if (count === 0) return 'No student is left for this action.'
  if (kind === 'message' && message.trim() === '') return 'Write the message first.'
  if (!needsReason(kind)) return null
  if (reason === null) return 'Choose why first.'
  return reason === 'other' && reasonText.trim() === '' ? 'Say why first.' : null
}
