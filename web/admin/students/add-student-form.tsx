import { IconId, IconMail, IconUpload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { listBatches } from '#contract/batches.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { courseLabels } from '#contract/registration-labels.ts'
import { addStudent } from '#contract/student-import.ts'
import { listStudents } from '#contract/students.ts'
import { courses } from '#core/students/registration.ts'
import { invalidateEndpoints, useEndpointQuery } from '../../client/endpoint-query.ts'
import { createIdempotencyKey } from '../../client/idempotency-key.ts'
import { type RequestArgs, request } from '../../client/request.ts'
import { useIsMailSetUp } from '../../client/use-is-mail-set-up.ts'
import { UnsavedForms, useUnsavedForm } from '../../layout/unsaved-changes.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmailField } from '../../ui/form/email-field.tsx'
import { formFor } from '../../ui/form/form-for.tsx'
import { type FieldValues, useField } from '../../ui/form/form-state.ts'
import { SelectField, TextField } from '../../ui/form/text-field.tsx'
import { formatDate } from '../../ui/format-time.ts'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { SlipsPage } from '../lists/slips-page.tsx'
import css from './add-student-form.module.css'
import { describeSeatsTaken } from './describe-found.ts'
import { useLookUp } from './use-look-up.ts'

type Reply = ReplyOf<typeof addStudent>

const crumbs = [{ to: pagePaths.students, name: 'Students' }]
const { Form, Select } = formFor(addStudent)
const courseOptions = courses.map((course) => ({ value: course, name: courseLabels[course] }))

/** One student after the other, each with the course and batch of the one before. */
export function AddStudentForm() {
  const [params] = useSearchParams()
  const [kept, setKept] = useState<FieldValues>({ batchId: params.get('batch') ?? '' })
  const [added, setAdded] = useState<Reply | null>(null)
  const [count, setCount] = useState(0)
  if (added && added.slips.length > 0)
    return <SlipsPage {...added} onDone={() => setAdded({ ...added, slips: [] })} />
  return (
    <UnsavedForms consequence="What you typed about this student is not saved, and is lost.">
      <PageHeading title="Add a student" crumbs={crumbs} />
      {added && <Notice tone="ok">{added.message} Add another below.</Notice>}
      <StudentForm
        key={count}
        kept={kept}
        onAdded={(reply, { course = '', batchId = '' }) => {
          setKept({ course, batchId })
          setAdded(reply)
          setCount(count + 1)
        }}
      />
    </UnsavedForms>
  )
}

type StudentFormProps = {
  readonly kept: FieldValues
  readonly onAdded: (reply: Reply, values: FieldValues) => void
}

function StudentForm({ kept, onAdded }: StudentFormProps) {
  const client = useQueryClient()
  const isMailSetUp = useIsMailSetUp()
  const [key, setKey] = useState(createIdempotencyKey)
  const [typed, setTyped] = useState<FieldValues>(kept)
  const [isDone, setDone] = useState(false)
  useUnsavedForm(!isDone && ['name', 'email', 'phone', 'rollNumber'].some((name) => typed[name]))
  const name = typed.name?.trim() || 'The student'
  return (
    <Card className={css.card}>
      <Form
        initial={kept}
        summary
        submit="Add student"
        fallbackMessage="The student was not added."
        toBody={(values) => toBody(values, isMailSetUp)}
        send={(body) =>
          request(
            addStudent,
            ...([{ body, idempotencyKey: key }] as unknown as RequestArgs<typeof addStudent>),
          )
        }
        onType={(values) => {
          setTyped(values)
          // Other words are another call.
          setKey(createIdempotencyKey())
        }}
        onDone={async (reply, values) => {
          setDone(true)
          await invalidateEndpoints(client, listStudents, listBatches)
          onAdded(reply, values)
        }}
        beside={
          <span className={css.many}>
            <ButtonLink to={pagePaths.importStudents} icon={<IconUpload aria-hidden="true" />}>
              Add many
            </ButtonLink>
          </span>
        }
      >
        <Fields typed={typed} />
        <p className={css.foot}>
          {isMailSetUp ? (
            <IconMail size={18} stroke={1.75} aria-hidden="true" />
          ) : (
            <IconId size={18} stroke={1.75} aria-hidden="true" />
          )}
          {isMailSetUp
            ? `${name} gets an email with a one-time password that works for 72 hours; the rest of the registration is asked at the first sign-in.`
            : `Mail is not set up here, so the one-time password is shown to you once, on a slip to print for ${typed.name?.trim() || 'the student'}.`}
        </p>
      </Form>
    </Card>
  )
}

function Fields({ typed }: { typed: FieldValues }) {
  const { errors, nameHint, lookUp } = useLookUp(typed)
  const batches = useEndpointQuery(listBatches, {
    query: { state: 'current', sort: 'newest', limit: 1000 },
  })
  const batch = batches.data?.find(({ _id }) => _id === typed.batchId)
  const [nameField, emailField, phoneField] = [
    useField('name'),
    useField('email'),
    useField('phone'),
  ]
  const rollNumberField = useField('rollNumber')
  const batchField = useField('batchId')
  return (
    <div className={css.fields}>
      <TextField
        {...nameField}
        label="Name"
        hint={nameHint ?? 'As on lists and results'}
        autoComplete="off"
        dir="auto"
        autoFocus
        onBlur={() => lookUp('name')}
      />
      <EmailField
        {...emailField}
        label="Email"
        hint="Also the login"
        autoComplete="off"
        error={emailField.error ?? errors.email}
        onBlur={() => lookUp('email')}
      />
      <TextField {...phoneField} label="Phone" type="tel" autoComplete="off" />
      <Select name="course" label="Course" options={courseOptions} prompt="Choose a course" />
      <SelectField
        {...batchField}
        // The options come later than the form.
        key={batches.data ? 'loaded' : 'loading'}
        label="Batch"
        hint={batch && describeSeatsTaken(batch)}
        prompt="No batch"
        defaultValue={typed.batchId}
        options={(batches.data ?? []).map(({ _id, name, startDate }) => ({
          value: _id,
          name: `${name}, starts ${formatDate(startDate)}`,
        }))}
      />
      <TextField
        {...rollNumberField}
        label="Roll number"
        optional
        hint="Given by the institute"
        autoComplete="off"
        error={rollNumberField.error ?? errors.rollNumber}
        onBlur={() => lookUp('rollNumber')}
      />
    </div>
  )
}

function toBody(values: FieldValues, isMailSetUp: boolean) {
  const { name = '', email = '', phone = '', course = '', batchId = '', rollNumber = '' } = values
  return {
    name,
    email,
    phone,
    course: course as (typeof courses)[number],
    batchId: batchId || null,
    ...(rollNumber.trim() && { rollNumber }),
    deliver: isMailSetUp ? ('mail' as const) : ('slips' as const),
  }
}
