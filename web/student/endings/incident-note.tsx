import { IconMessage, IconScale } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type OwnIncident, writeStatement } from '#contract/incidents.ts'
import { listOwnAttempts } from '#contract/results.ts'
import { maxStatementLength, type Outcome } from '#core/proctoring/incident-outcomes.ts'
import { endpointQuery, useEndpointMutation } from '../../client/endpoint-query.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { formatDateTime } from '../../ui/format-time.ts'
import { Notice } from '../../ui/notice.tsx'
import { Status } from '../../ui/status.tsx'
import css from './incident-note.module.css'

const outcomeLabels: Readonly<Record<Outcome, string>> = {
  'no-consequence':
    'Your trainer has looked at this. It has no consequence, and your answers count.',
  reopened: 'Your trainer has given you the time back that you had left.',
  'new-attempt': 'Your trainer lets you take this test once more.',
  kept: 'Your trainer has looked at this. Your quiz counts as it was submitted.',
  voided: 'Your trainer has made this attempt void: it is kept, and does not count.',
}

type IncidentNoteProps = {
  readonly attemptId: string
  /** Without the button before it. */
  readonly isFormOpen?: boolean
}

/** The student's statement about an incident, and the decision; nothing without an incident. */
export function IncidentNote({ attemptId, isFormOpen = false }: IncidentNoteProps) {
  const { data } = useQuery({ ...endpointQuery(listOwnAttempts), refetchOnMount: 'always' })
  const incident = data?.find(({ _id }) => _id === attemptId)?.incident
  const note = useFocusOnceWritten(incident)
  if (!incident) return null
  const { statement, outcome, canWriteUntil } = incident
  return (
    <div className={css.note} ref={note} tabIndex={-1}>
      {outcome && (
        <Status
          className={css.line}
          icon={<IconScale size={20} stroke={1.75} aria-hidden="true" />}
        >
          <b>{outcomeLabels[outcome.outcome]}</b>
          {outcome.why && ` Reason: ${outcome.why}`}
        </Status>
      )}
      {statement !== null && (
        <p className={css.line}>
          <IconMessage size={20} stroke={1.75} aria-hidden="true" />
          <span>
            You wrote: “{statement}”
            {!outcome && ' Your trainer reads it; you see here what is decided.'}
          </span>
        </p>
      )}
      {canWriteUntil !== null && (
        <StatementForm
          attemptId={attemptId}
          incident={{ ...incident, canWriteUntil }}
          isFormOpen={isFormOpen}
        />
      )}
    </div>
  )
}

/** The form goes with the focus that it had. */
function useFocusOnceWritten(incident: OwnIncident | undefined) {
  const note = useRef<HTMLDivElement>(null)
  const canWrite = incident !== undefined && incident.canWriteUntil !== null
  const couldWrite = useRef(false)
  useEffect(() => {
    if (couldWrite.current && !canWrite) note.current?.focus()
    couldWrite.current = canWrite
  }, [canWrite])
  return note
}

type StatementFormProps = {
  readonly attemptId: string
  readonly incident: OwnIncident & { readonly canWriteUntil: string }
  readonly isFormOpen: boolean
}

function StatementForm({ attemptId, incident, isFormOpen }: StatementFormProps) {
  const [isOpen, setOpen] = useState(isFormOpen)
  const [text, setText] = useState('')
  const [error, setError] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const write = useEndpointMutation(writeStatement, [listOwnAttempts])
  useEffect(() => {
    if (isOpen && !isFormOpen) form.current?.querySelector('input')?.focus()
  }, [isOpen, isFormOpen])
  if (!isOpen) return <Button onClick={() => setOpen(true)}>Say what happened</Button>
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (write.isPending) return
    if (text.trim() === '') return setError('Write one sentence')
    setError('')
    write.mutate({ params: { attemptId }, body: { incidentId: incident._id, text: text.trim() } })
  }
  return (
    <form ref={form} className={css.form} onSubmit={handleSubmit} noValidate>
      <TextField
        label="Say what happened"
        hint={`One sentence, until ${formatDateTime(incident.canWriteUntil)}. Your trainer reads it. You cannot change it later.`}
        value={text}
        maxLength={maxStatementLength}
        autoComplete="off"
        {...(error && { error })}
        onChange={({ target }) => setText(target.value)}
      />
      {write.isError && <Notice tone="danger">{write.error.message}</Notice>}
      <div className={css.end}>
        <small>
          {text.length} of {maxStatementLength}
        </small>
        <Button type="submit" busy={write.isPending}>
          Send
        </Button>
      </div>
    </form>
  )
}
