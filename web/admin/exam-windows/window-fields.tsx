import { useQuery } from '@tanstack/react-query'
import { getBatch, listBatches } from '#contract/batches.ts'
import { pluralize } from '#contract/format.ts'
import { endpointQuery, useEndpointQuery } from '../../client/endpoint-query.ts'
import { readServerTime } from '../../client/server-clock.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ChoiceField } from '../../ui/form/choice-field.tsx'
import { DateField } from '../../ui/form/date-field.tsx'
import { type FieldValues, useField } from '../../ui/form/form-state.ts'
import { SelectField, TextField } from '../../ui/form/text-field.tsx'
import { describeTimeZone } from '../../ui/format-moment.ts'
import layout from '../../ui/layout.module.css'
import { Notice } from '../../ui/notice.tsx'
import { type PickedStudent, StudentPicker } from '../pickers/student-picker.tsx'
import { readWindowDraft } from './window-draft.ts'
import css from './window-form.module.css'

type BatchSelectProps = {
  readonly batchId: string
  readonly onChoose: (batchId: string) => void
}

/** The batches that run or are to come, and the one that was chosen. */
export function BatchSelect({ batchId, onChoose }: BatchSelectProps) {
  const { data: batches = [], ...query } = useEndpointQuery(listBatches, {
    query: { state: 'current', sort: 'name-asc', limit: 1000 },
  })
  const isOver = batchId !== '' && query.isSuccess && !batches.some(({ _id }) => _id === batchId)
  const { data: chosen } = useQuery({
    ...endpointQuery(getBatch, { params: { id: batchId } }),
    enabled: isOver,
  })
  const options = [...batches, ...(chosen ? [chosen] : [])].map(({ _id, name, students }) => ({
    value: _id,
    name: `${name}, ${pluralize(students, 'student')}`,
  }))
  return (
    <>
      <SelectField
        {...useField('batchId')}
        label="Batch"
        defaultValue={undefined}
        value={batchId}
        options={options}
        prompt="Choose a batch"
        onChange={({ target }) => onChoose(target.value)}
      />
      {query.isError && (
        <Notice tone="danger" onRetry={query.refetch}>
          The batches could not be loaded.
        </Notice>
      )}
    </>
  )
}

type NamedStudentsProps = {
  readonly picked: readonly PickedStudent[]
  readonly onPick: (picked: readonly PickedStudent[]) => void
}

export function NamedStudents({ picked, onPick }: NamedStudentsProps) {
  const { id, error } = useField('studentIds')
  return (
    <>
      <StudentPicker label="Students" picked={picked} onPick={onPick} id={id} error={error} />
      <input type="hidden" name="studentIds" value={picked.length} />
    </>
  )
}

type MomentProps = {
  readonly name: 'opens' | 'entry' | 'closes'
  readonly label: string
  readonly hint: string
  readonly isOptional?: boolean
}

/** A day and a time, in one line. */
export function Moment({ name, label, hint, isOptional }: MomentProps) {
  const day = useField(`${name}Day`)
  const time = useField(`${name}Time`)
  return (
    <div className={css.moment} data-invalid={(day.error ?? time.error) ? true : undefined}>
      <DateField
        {...day}
        label={label}
        optional={isOptional}
        hint={hint}
        autoComplete="off"
        nearToday
      />
      <TextField {...time} label={`${label}, time`} hideLabel type="time" />
    </div>
  )
}

type SwitchProps = { readonly name: string; readonly label: string; readonly hint: string }

export function Switch({ name, label, hint }: SwitchProps) {
  const { id, defaultValue } = useField(name)
  return (
    <div className={css.switch}>
      <Checkbox
        kind="switch"
        name={name}
        value="true"
        defaultChecked={defaultValue === 'true'}
        aria-describedby={`${id}-hint`}
      >
        {label}
      </Checkbox>
      <p id={`${id}-hint`}>{hint}</p>
    </div>
  )
}

const releaseAnswers = [
  { value: 'yes', name: 'Yes, release it' },
  { value: 'no', name: 'No, not yet' },
]

/** Neither answer is chosen beforehand: without a release nobody can start, with one the window holds. */
export function ReleaseQuestion() {
  return (
    <ChoiceField
      {...useField('release')}
      label="Release it for these windows?"
      hint="Without a release nobody can start, and students do not see the test."
      options={releaseAnswers}
    />
  )
}

/** The institute's zone, where the device shows another time. */
export function Zone({ typed }: { typed: FieldValues }) {
  const zone = describeTimeZone(readWindowDraft(typed).times?.opensAt ?? readServerTime())
  return zone && <p className={layout.hint}>{zone}</p>
}
