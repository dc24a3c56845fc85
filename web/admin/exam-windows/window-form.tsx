import { IconUser, IconUsersGroup, IconWorld, IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { getBatch, listBatches } from '#contract/batches.ts'
import {
  addExamWindow,
  listAbsentStudents,
  listExamWindows,
  updateExamWindow,
} from '#contract/exam-windows.ts'
import { type Exam, getExam, listExams } from '#contract/exams.ts'
import { pluralize } from '#contract/format.ts'
import { invalidateEndpoints } from '../../client/endpoint-query.ts'
import type { RefusalError } from '../../client/request.ts'
import { Button } from '../../ui/button.tsx'
import { formFor } from '../../ui/form/form-for.tsx'
import type { FieldErrors, FieldValues } from '../../ui/form/form-state.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { showToast } from '../../ui/toast.tsx'
import { RevealNotice } from '../lists/reveal-notice.tsx'
import { useKeyReveal } from '../lists/use-key-reveal.ts'
import { readRoomDrafts } from './room-draft.ts'
import { RoomFields } from './room-fields.tsx'
import { useWindowInput, type WindowInput, type WindowInputOptions } from './use-window-input.ts'
import { placeWindowErrors, readWindowDraft, toWindowBody } from './window-draft.ts'
import {
  BatchSelect,
  Moment,
  NamedStudents,
  ReleaseQuestion,
  Switch,
  Zone,
} from './window-fields.tsx'
import css from './window-form.module.css'
import { Meaning } from './window-meaning.tsx'

const kinds = [
  { value: 'batch', name: 'A batch', Icon: IconUsersGroup },
  { value: 'students', name: 'Named students', Icon: IconUser },
  { value: 'everyone', name: 'Everyone', Icon: IconWorld },
] as const

const segments = kinds.map(({ value, name, Icon }) => ({
  value,
  label: (
    <>
      <Icon size={18} stroke={1.75} aria-hidden="true" /> {name}
    </>
  ),
}))

type WindowFormProps = WindowInputOptions & {
  readonly exam: Exam
  /** The first window of a test that is not released comes with the question whether to release it. */
  readonly isFirst?: boolean
  readonly onClose: () => void
}

const Added = formFor(addExamWindow)
const Changed = formFor(updateExamWindow)

/** A form for a new window or a changed one: the students for whom a test is open, and when. */
export function WindowForm(props: WindowFormProps) {
  const { exam, window, isFirst = false, onClose } = props
  const titleId = useId()
  const input = useWindowInput(props)
  const guard = useKeyReveal(exam._id, toAct(exam, input, window?._id))
  const afterSaving = useAfterSaving(onClose)
  const asksForRelease = isFirst && !exam.released
  const allTheSame = guard.confirm ? ' all the same' : ''
  const form = {
    initial: input.initial,
    placeRefusal: (refusal: RefusalError) => {
      guard.refetchIfNeeded(refusal)
      return placeWindowErrors(refusal.fields)
    },
    fallbackMessage: 'The window was not saved.',
    onType: input.setTyped,
    validate: (values: FieldValues) => validate(values, input, asksForRelease),
    onDone: afterSaving,
    beside: <Button onClick={onClose}>Cancel</Button>,
    children: (
      <>
        <AudienceFields input={input} />
        <TimeFields exam={exam} typed={input.typed} />
        {input.kind !== 'everyone' && (
          <RoomFields
            drafts={input.rooms}
            onChange={input.setRooms}
            batchId={input.kind === 'batch' ? input.batchId : ''}
            namedCount={input.kind === 'students' ? input.picked.length : 0}
          />
        )}
        {asksForRelease && <ReleaseQuestion />}
        <Meaning
          exam={exam}
          typed={input.typed}
          batchId={input.kind === 'batch' ? input.batchId : ''}
          windowId={window?._id}
        />
        <RevealNotice reveal={guard.reveal} />
      </>
    ),
  }
  const toBody = (values: FieldValues) => ({
    audience: input.audience,
    ...readTimes(values),
    rooms: readRoomDrafts(input.rooms).rooms,
    confirm: guard.confirm,
  })
  return (
    <section className={css.form} aria-labelledby={titleId}>
      <header>
        <h2 id={titleId}>{window ? 'Change window' : 'New window'}</h2>
        <IconButton name="Cancel" onClick={onClose}>
          <IconX aria-hidden="true" />
        </IconButton>
      </header>
      {window ? (
        <Changed.Form
          {...form}
          params={{ id: window._id }}
          toBody={(values) => ({ ...toBody(values), basedOn: window.version })}
          submit={`Save window${allTheSame}`}
        />
      ) : (
        <Added.Form
          {...form}
          params={{ testId: exam._id }}
          toBody={(values) => ({ ...toBody(values), release: values.release === 'yes' })}
          submit={`Add window${allTheSame}`}
        />
      )}
    </section>
  )
}

function useAfterSaving(onClose: () => void) {
  const client = useQueryClient()
  return async ({ message }: { message: string }) => {
    const windows = [listExamWindows, listAbsentStudents]
    await invalidateEndpoints(client, ...windows, getExam, listExams, listBatches, getBatch)
    showToast(message)
    onClose()
  }
}

function readTimes(values: FieldValues) {
  const { times } = readWindowDraft(values)
  if (!times) throw new Error('The times were not checked before they were sent')
  return toWindowBody(times)
}

function validate(
  values: FieldValues,
  { kind, batchId, picked, rooms }: WindowInput,
  asksForRelease: boolean,
): FieldErrors {
  return {
    ...readWindowDraft(values).errors,
    ...readRoomDrafts(rooms).errors,
    ...(kind === 'batch' && batchId === '' && { batchId: 'Choose a batch' }),
    ...(kind === 'students' && picked.length === 0 && { studentIds: 'Pick at least one student' }),
    ...(asksForRelease &&
      !values.release && { release: 'Choose whether the test is released now' }),
  }
}

function AudienceFields({ input }: { readonly input: WindowInput }) {
  const { kind, setKind, batchId, setBatchId, picked, setPicked } = input
  return (
    <>
      <SegmentedControl legend="For" segments={segments} selected={kind} onSelect={setKind} />
      {kind === 'batch' && <BatchSelect batchId={batchId} onChoose={setBatchId} />}
      {kind === 'students' && <NamedStudents picked={picked} onPick={setPicked} />}
    </>
  )
}

function TimeFields({ exam, typed }: { readonly exam: Exam; readonly typed: FieldValues }) {
  return (
    <>
      <Moment name="opens" label="Opens" hint="By the server’s clock" />
      <Moment name="entry" label="Latest entry" hint="Nobody starts after this" isOptional />
      <Moment name="closes" label="Closes" hint="Anyone who has started may finish" />
      <Zone typed={typed} />
      <Switch
        name="endsAtClosing"
        label="End running attempts at closing"
        hint={`Off: a student who started in time keeps the full ${pluralize(exam.duration, 'minute')}. Extra time may always run past closing.`}
      />
    </>
  )
}

/** The act of saving a window once answers are known, to be checked; null until it can be saved. */
function toAct(
  { resultsReleasedAt }: Exam,
  { typed, kind, batchId, picked }: WindowInput,
  windowId: string | undefined,
) {
  const { times } = readWindowDraft(typed)
  if (resultsReleasedAt === null || !times) return null
  if ((kind === 'batch' && !batchId) || (kind === 'students' && picked.length === 0)) return null
  const { opensAt, closesAt } = toWindowBody(times)
  return {
    act: 'open-window' as const,
    opensAt,
    closesAt,
    ...(kind === 'batch' && { batchId }),
    ...(kind === 'students' && { studentIds: picked.map(({ _id }) => _id).join(',') }),
    ...(windowId && { windowId }),
  }
}
