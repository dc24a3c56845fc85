import { IconUserX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { generatePath, Link } from 'react-router'
import { listAbsentStudents, listExamWindows, openMakeUpWindow } from '#contract/exam-windows.ts'
import { pluralize } from '#contract/format.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { invalidateEndpoints, useEndpointQuery } from '../../../client/endpoint-query.ts'
import { useCan } from '../../../client/permissions.tsx'
import type { RefusalError } from '../../../client/request.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { DateField } from '../../../ui/form/date-field.tsx'
import { formFor } from '../../../ui/form/form-for.tsx'
import { useField } from '../../../ui/form/form-state.ts'
import { TextField } from '../../../ui/form/text-field.tsx'
import { formatMoment } from '../../../ui/format-moment.ts'
import { Notice } from '../../../ui/notice.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { PersonName } from '../../lists/person-name.tsx'
import { readServerTime } from '../server-time.ts'
import css from './absent-card.module.css'
import {
  placeWindowErrors,
  proposeWindowFields,
  readWindowDraft,
  toWindowBody,
} from './window-draft.ts'

type AbsentCardProps = {
  readonly testId: string
  readonly title: string
  /** Only then are those who are absent written to. */
  readonly isReleased: boolean
  /** Only those of one batch, which has so many students. */
  readonly batchId?: string
  readonly batchSize?: number
}

const shownNames = 6

/** Who had a window and made no attempt, and one press to give all of them another. */
export function AbsentCard({ testId, title, isReleased, batchId, batchSize }: AbsentCardProps) {
  const absent = useEndpointQuery(listAbsentStudents, {
    params: { testId },
    query: { ...(batchId && { batchId }) },
  })
  const canOpen = useCan(openMakeUpWindow)
  if (absent.isError) {
    return (
      <Notice tone="danger" onRetry={absent.refetch}>
        Who was absent could not be loaded.
      </Notice>
    )
  }
  if (!absent.data || absent.data.length === 0) return null
  const { length: count } = absent.data
  const now = readServerTime()
  return (
    <Card padded className={css.absent}>
      <header>
        <h2>Absent</h2>
        <Badge tone="warn" icon={<IconUserX aria-hidden="true" />}>
          {batchSize === undefined ? count : `${count} of ${batchSize}`}
        </Badge>
      </header>
      <p>
        Had a window for <b dir="auto">{title}</b> and made no attempt.
      </p>
      <ul>
        {absent.data.slice(0, shownNames).map(({ _id: id, name, identifier, lastSeenAt }) => (
          <li key={id}>
            <Avatar name={name} />
            <div>
              <PersonName identifier={identifier}>
                <Link to={generatePath(pagePaths.student, { id })}>{name}</Link>
              </PersonName>
              <small>
                {lastSeenAt
                  ? `Last here: ${formatMoment(Date.parse(lastSeenAt), now)}`
                  : 'Not seen'}
              </small>
            </div>
          </li>
        ))}
        {count > shownNames && <li>and {count - shownNames} more</li>}
      </ul>
      {canOpen && (
        <MakeUpForm testId={testId} batchId={batchId} isReleased={isReleased} count={count} />
      )}
    </Card>
  )
}

const { Form } = formFor(openMakeUpWindow)

type MakeUpFormProps = Omit<AbsentCardProps, 'title' | 'batchSize'> & { readonly count: number }

/** A window with a day and two times: it closes on the day on which it opens. */
function MakeUpForm({ testId, batchId, isReleased, count }: MakeUpFormProps) {
  const client = useQueryClient()
  const [confirm, setConfirm] = useState(false)
  return (
    <div className={css.makeUp}>
      <h3>Make-up window for {count === 1 ? 'this student' : `these ${count}`}</h3>
      <Form
        params={{ testId }}
        initial={proposeWindowFields(readServerTime())}
        validate={(values) => readSameDay(values).errors}
        toBody={(values) => {
          const { times } = readSameDay(values)
          if (!times) throw new Error('The times were not checked before they were sent')
          return { ...toWindowBody(times), ...(batchId && { batchId }), confirm }
        }}
        placeRefusal={({ code, fields }: RefusalError) => {
          if (code === 'key-still-needed') setConfirm(true)
          return placeWindowErrors(fields)
        }}
        fallbackMessage="The window was not opened."
        submit={confirm ? `Open for ${count} all the same` : `Open for ${count}`}
        submitWide
        onDone={async ({ message }) => {
          await invalidateEndpoints(client, listExamWindows, listAbsentStudents)
          showToast(message)
          document.getElementById('main')?.focus()
        }}
      >
        <MakeUpTimes />
        <p>
          Those who took it keep their results. {pluralize(count, 'student')}{' '}
          {count === 1 ? 'finds' : 'find'} the window on the panel
          {isReleased
            ? ', and an email with its times is written to each.'
            : '. No email is written, as the test is not released.'}
        </p>
      </Form>
    </div>
  )
}

function MakeUpTimes() {
  return (
    <>
      <DateField {...useField('opensDay')} label="Day" autoComplete="off" nearToday />
      <div className={css.times}>
        <TextField {...useField('opensTime')} label="From" type="time" />
        <TextField {...useField('closesTime')} label="To" type="time" />
      </div>
    </>
  )
}

function readSameDay(values: Readonly<Record<string, string>>) {
  const { times, errors } = readWindowDraft({ ...values, closesDay: values.opensDay ?? '' })
  return { times, errors: { ...errors, closesTime: errors.closesDay } }
}
