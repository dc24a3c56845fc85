import { useState } from 'react'
import { pluralize } from '#contract/format.ts'
import { decideIncidents, type IncidentMember, type SkippedIncident } from '#contract/incidents.ts'
import { type Outcome, offeredOutcomes } from '#core/proctoring/incident-outcomes.ts'
import { toStudentLabel } from '#core/students/namesakes.ts'
import { useEndpointMutation } from '../../client/endpoint-query.ts'
import { createIdempotencyKey } from '../../client/idempotency-key.ts'
import { RefusalError } from '../../client/request.ts'
import { Button } from '../../ui/button.tsx'
import { RadioCards } from '../../ui/form/radio-cards.tsx'
import { SelectField, TextField } from '../../ui/form/text-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast.tsx'
import { AnswersSeenNotice } from '../lists/reveal-notice.tsx'
import { readKeyReveal } from '../lists/use-key-reveal.ts'
import { describeMisfits, describeOutcome } from './describe-incident.ts'
import css from './incidents.module.css'

export const nothingToFollow = 'Looked at, nothing to follow up'
const otherReason = 'Something else'
const reasons = [
  'Network',
  'Power cut',
  'Noise',
  'Illness',
  'Workstation',
  'Mistaken alarm',
  'Rules broken',
  'No sentence in 24 h',
  nothingToFollow,
  otherReason,
] as const

export type Decided = {
  /** The incidents that the outcome fitted. */
  readonly ids: readonly string[]
  readonly outcome: Outcome
  readonly why: string
  readonly decisionId: string
  readonly at: string
  readonly left: readonly SkippedIncident[]
}

type DecisionFormProps = {
  /** Absent where single incidents are decided together. */
  readonly groupId?: string
  readonly proposed: Outcome | null
  readonly isOutage?: boolean
  /** Those who wait for a decision. */
  readonly members: readonly IncidentMember[]
  readonly onDecided: (decided: Decided) => void
  /** Somebody else was faster, or something has changed. */
  readonly onStale: () => void
}

/** Only what gives something is chosen beforehand, and only where it is proposed. */
export function DecisionForm(props: DecisionFormProps) {
  const { groupId, proposed, isOutage = false, members, onDecided, onStale } = props
  const fitting = (outcome: Outcome) => members.filter(({ misfits }) => !misfits[outcome])
  const possible = offeredOutcomes.filter((outcome) => fitting(outcome).length > 0)
  const [picked, setPicked] = useState<Outcome | null>(
    possible.length === 1 ? (possible[0] ?? null) : proposed,
  )
  // The attempt may have changed since: what fits nobody any more is not chosen either.
  const outcome = picked !== null && possible.includes(picked) ? picked : null
  const [reason, setReason] = useState<string>(
    isOutage ? reasons[0] : possible.length === 1 ? nothingToFollow : '',
  )
  const [ownReason, setOwnReason] = useState('')
  // The same for a second try, so that a decision whose reply was lost counts once.
  const [decisionId, setDecisionId] = useState(createIdempotencyKey)
  const decide = useEndpointMutation(decideIncidents)
  const reveal = readKeyReveal(decide.error)
  const why = reason === otherReason ? ownReason.trim() : reason
  const missing = outcome === null ? 'Choose an outcome first.' : why === '' ? 'Say why first.' : ''
  const handleChoose = (chosen: Outcome) => {
    setPicked(chosen)
    setDecisionId(createIdempotencyKey())
    decide.reset()
  }
  const handleDecide = () => {
    if (outcome === null) return
    const incidents = fitting(outcome).map(({ _id, attemptId }) => ({ _id, attemptId }))
    const confirm = reveal !== null
    const body = { decisionId, ...(groupId && { groupId }), incidents, outcome, why, confirm }
    decide.mutate(
      { body },
      {
        onSuccess: ({ message, decided, at, left }) => {
          showToast(message)
          onDecided({ ids: decided, outcome, why, decisionId, at, left })
        },
        onError: (error) => {
          if (error instanceof RefusalError && !readKeyReveal(error)) onStale()
        },
      },
    )
  }
  const misfits = outcome && describeMisfits(outcome, members)
  const cards = (
    <RadioCards
      name={`outcome ${members.map(({ _id }) => _id).join()}`}
      value={outcome}
      onChange={handleChoose}
      options={possible.map((value) => ({ value, ...describeOutcome(value, fitting(value)) }))}
    />
  )
  // The proposed outcome is the one thing to do for many; the others are a press away.
  const isFolded = proposed !== null && members.length > 1
  return (
    <fieldset className={css.form}>
      <legend>
        {isFolded && outcome ? describeOutcome(outcome, fitting(outcome)).name : 'Outcome'}
      </legend>
      {isFolded ? (
        <>
          {outcome && <p>{describeOutcome(outcome, fitting(outcome)).meaning}</p>}
          <details className={css.others}>
            <summary>Other outcomes</summary>
            {cards}
          </details>
        </>
      ) : (
        cards
      )}
      {misfits && <p className={css.hint}>{misfits}</p>}
      <div className={css.why}>
        <SelectField
          label="Why"
          required
          value={reason}
          options={reasons}
          prompt="Choose a reason"
          onChange={({ target }) => setReason(target.value)}
        />
        {reason === otherReason && (
          <TextField
            label="Reason"
            required
            value={ownReason}
            maxLength={500}
            onChange={({ target }) => setOwnReason(target.value)}
          />
        )}
      </div>
      {reveal?.wouldReveal && (
        <AnswersSeenNotice by={pluralize(reveal.wouldReveal.students, 'student')} />
      )}
      {decide.isError && !reveal && <Notice tone="danger">{decide.error.message}</Notice>}
      <div className={css.submit}>
        <Button
          tone="primary"
          busy={decide.isPending}
          disabled={missing !== ''}
          onClick={handleDecide}
        >
          {outcome === null ? 'Decide' : describeOutcome(outcome, fitting(outcome)).action}
          {reveal && ' all the same'}
        </Button>
        {missing && <span>{missing}</span>}
      </div>
      <p className={css.hint}>
        {members.length === 1 && members[0] ? toStudentLabel(members[0]) : 'Each student'} sees the
        outcome and the reason. Your name is in the audit log.
      </p>
    </fieldset>
  )
}
