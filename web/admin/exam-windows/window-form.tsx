import { IconUser, IconUsersGroup, IconWorld, IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { getBatch, listBatches } from '#contract/batches.ts'
import {
  addExamWindow,
  type ExamWindow,
  listAbsentStudents,
  listExamWindows,
  updateExamWindow,
} from '#contract/exam-windows.ts'
import { type Exam, getExam, listExams } from '#contract/exams.ts'
import { pluralize } from '#contract/format.ts'
import type { AudienceKind } from '#core/exam-windows/window.ts'
import { invalidateEndpoints } from '../../client/endpoint-query.ts'
import type { RefusalError } from '../../client/request.ts'
import { readServerTime } from '../../client/server-clock.ts'
import { useUnsavedForm } from '../../layout/unsaved-changes.tsx'
import { Button } from '../../ui/button.tsx'
import { formFor } from '../../ui/form/form-for.tsx'
import type { FieldErrors, FieldValues } from '../../ui/form/form-state.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { showToast } from '../../ui/toast.tsx'
import { RevealNotice } from '../lists/reveal-notice.tsx'
import { useKeyReveal } from '../lists/use-key-reveal.ts'
import type { PickedStudent } from '../pickers/student-picker.tsx'
import { type RoomDraft, readRoomDrafts, toRoomDrafts } from './room-draft.ts'
import { RoomFields } from './room-fields.tsx'
import {
  placeWindowErrors,
  proposeWindowFields,
  readWindowDraft,
  toWindowBody,
  toWindowFields,
} from './window-draft.ts'
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

type WindowFormProps = {
  readonly exam: Exam
  /** Missing for a new one. */
  readonly window?: ExamWindow
  /** The first window of a test that is not released comes with the question whether to release it. */
  readonly isFirst?: boolean
  /** Students whom a changed window names now. */
  readonly named?: readonly PickedStudent[]
  readonly initialBatchId?: string
  readonly onClose: () => void
}

const nobody: readonly PickedStudent[] = []

const Added = formFor(addExamWindow)
const Changed = formFor(updateExamWindow)

/** A form for a new window or a changed one: whom a test is opened for, and when. */
export function WindowForm({
  exam,
  window,
  isFirst = false,
  named = nobody,
  initialBatchId,
  onClose,
}: WindowFormProps) {
  const client = useQueryClient()
  const titleId = useId()
  const [kind, setKind] = useState<AudienceKind>(window?.audience.kind ?? 'batch')
  const [batchId, setBatchId] = useState(window?.audience.batchId ?? initialBatchId ?? '')
  const [picked, setPicked] = useState(named)
  const [initial] = useState(() =>
    window ? toWindowFields(window) : proposeWindowFields(readServerTime()),
  )
  const [initialRooms] = useState(() => toRoomDrafts(window?.rooms ?? []))
  const [roomDrafts, setRoomDrafts] = useState<readonly RoomDraft[]>(initialRooms)
  const roomsTyped = kind === 'everyone' ? [] : roomDrafts
  const [typed, setTyped] = useState<FieldValues>(initial)
  const isChanged =
    typed !== initial ||
    roomDrafts !== initialRooms ||
    picked !== named ||
    kind !== (window?.audience.kind ?? 'batch') ||
    batchId !== (window?.audience.batchId ?? initialBatchId ?? '')
  useUnsavedForm(isChanged)
  const audience =
    kind === 'batch'
      ? { kind, batchId }
      : kind === 'students'
        ? { kind, studentIds: picked.map(({ _id }) => _id) }
        : { kind }
  const guard = useKeyReveal(exam._id, toAct(exam, { typed, audience, windowId: window?._id }))
  const asksForRelease = isFirst && !exam.released
  const allTheSame = guard.confirm ? ' all the same' : ''
  const readTimes = (values: FieldValues) => {
    const { times } = readWindowDraft(values)
    if (!times) throw new Error('The times were not checked before they were sent')
    return toWindowBody(times)
  }
  const form = {
    initial,
    placeRefusal: (refusal: RefusalError) => {
      guard.refetchIfNeeded(refusal)
      return placeWindowErrors(refusal.fields)
    },
    fallbackMessage: 'The window was not saved.',
    onType: setTyped,
    validate: (values: FieldValues): FieldErrors => ({
      ...readWindowDraft(values).errors,
      ...readRoomDrafts(roomsTyped).errors,
      ...(kind === 'batch' && batchId === '' && { batchId: 'Choose a batch' }),
      ...(kind === 'students' &&
        picked.length === 0 && { studentIds: 'Pick at least one student' }),
      ...(asksForRelease &&
        !values.release && { release: 'Choose whether the test is released now' }),
    }),
    onDone: async ({ message }: { message: string }) => {
      const windows = [listExamWindows, listAbsentStudents]
      await invalidateEndpoints(client, ...windows, getExam, listExams, listBatches, getBatch)
      showToast(message)
      onClose()
    },
    beside: <Button onClick={onClose}>Cancel</Button>,
    children: (
      <>
        <SegmentedControl
          legend="For"
          segments={kinds.map(({ value, name, Icon }) => ({
            value,
            label: (
              <>
                <Icon size={18} stroke={1.75} aria-hidden="true" /> {name}
              </>
            ),
          }))}
          selected={kind}
          onSelect={setKind}
        />
        {kind === 'batch' && <BatchSelect batchId={batchId} onChoose={setBatchId} />}
        {kind === 'students' && <NamedStudents picked={picked} onPick={setPicked} />}
        <Moment name="opens" label="Opens" hint="By the server’s clock" />
        <Moment name="entry" label="Latest entry" hint="Nobody starts after this" isOptional />
        <Moment name="closes" label="Closes" hint="Who has started may finish" />
        <Zone typed={typed} />
        <Switch
          name="endsAtClosing"
          label="End running attempts at closing"
          hint={`Off: a student who started in time keeps the full ${pluralize(exam.duration, 'minute')}. Extra time may always run past closing.`}
        />
        {kind !== 'everyone' && (
          <RoomFields
            drafts={roomDrafts}
            onChange={setRoomDrafts}
            batchId={kind === 'batch' ? batchId : ''}
            namedCount={kind === 'students' ? picked.length : 0}
          />
        )}
        {asksForRelease && <ReleaseQuestion />}
        <Meaning
          exam={exam}
          typed={typed}
          batchId={kind === 'batch' ? batchId : ''}
          windowId={window?._id}
        />
        <RevealNotice reveal={guard.reveal} />
      </>
    ),
  }
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
          toBody={(values) => ({
            audience,
            ...readTimes(values),
            rooms: readRoomDrafts(roomsTyped).rooms,
            basedOn: window.version,
            confirm: guard.confirm,
          })}
          submit={`Save window${allTheSame}`}
        />
      ) : (
        <Added.Form
          {...form}
          params={{ testId: exam._id }}
          toBody={(values) => ({
            audience,
            ...readTimes(values),
            rooms: readRoomDrafts(roomsTyped).rooms,
            release: values.release === 'yes',
            confirm: guard.confirm,
          })}
          submit={`Add window${allTheSame}`}
        />
      )}
    </section>
  )
}

type ActInput = {
  readonly typed: FieldValues
  readonly audience: { kind: AudienceKind; batchId?: string; studentIds?: readonly string[] }
  readonly windowId: string | undefined
}

/** The act of saving a window once answers are known, to be checked; null until it can be saved. */
function toAct({ resultsReleasedAt }: Exam, { typed, audience, windowId }: ActInput) {
  const { times } = readWindowDraft(typed)
  const { kind, batchId, studentIds = [] } = audience
  if (resultsReleasedAt === null || !times) return null
  if ((kind === 'batch' && !batchId) || (kind === 'students' && studentIds.length === 0))
    return null
  const { opensAt, closesAt } = toWindowBody(times)
  return {
    act: 'open-window' as const,
    opensAt,
    closesAt,
    ...(kind === 'batch' && { batchId }),
    ...(kind === 'students' && { studentIds: studentIds.join(',') }),
    ...(windowId && { windowId }),
  }
}
