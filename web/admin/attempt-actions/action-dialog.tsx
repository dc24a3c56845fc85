import { IconInfoCircle } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { BodyOf } from '#contract/endpoint.ts'
import { pluralize } from '#contract/format.ts'
import { applyAction, type LiveStudent } from '#contract/live.ts'
import {
  type ActionKind,
  type ActionReason,
  actionKinds,
  maxMessageLength,
  needsReason,
} from '#core/live/actions.ts'
import { describeFit, isApplicable } from '#core/live/applicable.ts'
import { useEndpointMutation } from '../../client/endpoint-query.ts'
import { createIdempotencyKey } from '../../client/idempotency-key.ts'
import { getServerTime } from '../../client/server-clock.ts'
import { Button } from '../../ui/button.tsx'
import { TextAreaField, TextField } from '../../ui/form/text-field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import layout from '../../ui/layout.module.css'
import { Notice } from '../../ui/notice.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { AnswersSeenNotice } from '../lists/reveal-notice.tsx'
import { readKeyReveal } from '../lists/use-key-reveal.ts'
import css from './action-dialog.module.css'
import {
  type ActionReply,
  actionNames,
  describeConsequence,
  reasonOptions,
  toButtonLabel,
  toQuestion,
} from './action-labels.ts'
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
  const now = getServerTime()

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
        <div className={css.part}>
          <h3>What</h3>
          <div className={css.kinds}>
            <SegmentedControl
              legend="What"
              segments={kinds.map((value) => ({ value, label: actionNames[value] }))}
              selected={kind}
              onSelect={setKind}
            />
          </div>
          {needsMinutes && <Minutes minutes={minutes} onChange={setMinutes} />}
        </div>
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
        <div className={css.consequence}>
          <IconInfoCircle size={20} stroke={1.75} aria-hidden="true" />
          <p>
            {describeFit(kind, chosen)} {describeConsequence(kind, fitting, minutes, now)} You can
            undo this for 10 s; it is in the audit log with your name.
          </p>
        </div>
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

type MessageFieldProps = {
  readonly isRequired: boolean
  readonly message: string
  readonly onChange: (message: string) => void
}

function MessageField({ isRequired, message, onChange }: MessageFieldProps) {
  return (
    <TextAreaField
      label="Message to students"
      name="message"
      data-autofocus={isRequired || undefined}
      rows={2}
      optional={!isRequired}
      maxLength={maxMessageLength}
      hint={`${message.length} of ${maxMessageLength}. Read out once by a screen reader; stays until dismissed.`}
      value={message}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

type WhyProps = {
  readonly reason: ActionReason | null
  readonly onReason: (reason: ActionReason) => void
  readonly reasonText: string
  readonly onReasonText: (text: string) => void
}

function Why({ reason, onReason, reasonText, onReasonText }: WhyProps) {
  return (
    <>
      <fieldset className={css.part}>
        <legend>Why</legend>
        <div className={layout.row}>
          {reasonOptions.map(([value, name]) => (
            <label key={value} className={css.chip} data-chosen={reason === value || undefined}>
              <input
                type="radio"
                name="reason"
                checked={reason === value}
                onChange={() => onReason(value)}
              />
              {name}
            </label>
          ))}
        </div>
      </fieldset>
      {reason === 'other' && (
        <TextField
          label="In your own words"
          name="reasonText"
          autoComplete="off"
          maxLength={200}
          value={reasonText}
          onChange={({ target }) => onReasonText(target.value)}
        />
      )}
    </>
  )
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
