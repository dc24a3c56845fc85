import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useContext, useState } from 'react'
import { getBatch } from '#contract/batches.ts'
import { pluralize } from '#contract/format.ts'
import { describeOverSeats, nameRooms } from '#contract/seat-words.ts'
import { countSeats, maxRooms, type Room } from '#core/exam-windows/seats.ts'
import { endpointQuery } from '../../client/endpoint-query.ts'
import { Button } from '../../ui/button.tsx'
import { FormContext, useField } from '../../ui/form/form-state.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { addRoomDraft, type RoomDraft, readRoomDrafts, toRoomField } from './room-draft.ts'
import css from './room-fields.module.css'

type RoomFieldsProps = {
  readonly drafts: readonly RoomDraft[]
  readonly onChange: (drafts: readonly RoomDraft[]) => void
  /** Empty where the window names its students. */
  readonly batchId: string
  readonly namedCount: number
}

/** The rooms of a window, folded: most windows have none. */
export function RoomFields({ drafts, onChange, batchId, namedCount }: RoomFieldsProps) {
  const errors = useContext(FormContext)?.errors ?? {}
  const hasErrors = Object.entries(errors).some(([name, error]) => error && /^rooms/.test(name))
  const [isOpen, setOpen] = useState(false)
  const { rooms, errors: wrong } = readRoomDrafts(drafts)
  const isWhole = Object.keys(wrong).length === 0
  const { data: batch } = useQuery({
    ...endpointQuery(getBatch, { params: { id: batchId } }),
    enabled: batchId !== '' && rooms.length > 0,
  })
  const students = batchId === '' ? namedCount : batch?.students
  return (
    <details
      className={css.rooms}
      open={isOpen || hasErrors}
      onToggle={({ currentTarget }) => {
        // An error out of sight would keep the window from being saved for no reason.
        if (hasErrors) currentTarget.open = true
        setOpen(currentTarget.open)
      }}
    >
      <summary>
        <b>Rooms and seats</b>{' '}
        <span dir="auto">{rooms.length === 0 ? 'No rooms' : nameRooms(rooms)}</span>
      </summary>
      <p className={css.hint}>
        Seats are given in the order of the roll number, room by room. A seat once given is kept.
      </p>
      {drafts.map((draft, place) => (
        <RoomRow
          key={draft.key}
          draft={draft}
          place={place}
          onChange={(changed) => onChange(drafts.with(place, { ...draft, ...changed }))}
          onRemove={() => onChange(drafts.filter((one) => one !== draft))}
        />
      ))}
      {drafts.length < maxRooms && (
        <Button
          size="row"
          icon={<IconPlus size={18} aria-hidden="true" />}
          onClick={() => onChange(addRoomDraft(drafts))}
        >
          Add a room
        </Button>
      )}
      {isWhole && rooms.length > 0 && students !== undefined && (
        <p className={css.count}>{describeCount(students, rooms)}</p>
      )}
    </details>
  )
}

/** "61 students, 60 seats: 1 more student than seats" */
function describeCount(students: number, rooms: readonly Room[]): string {
  const over = describeOverSeats(students, rooms)
  const count = `${pluralize(students, 'student')}, ${pluralize(countSeats(rooms), 'seat')}`
  return over === '' ? count : `${count}: ${over}`
}

type RoomRowProps = {
  readonly draft: RoomDraft
  readonly place: number
  readonly onChange: (changed: Partial<RoomDraft>) => void
  readonly onRemove: () => void
}

function RoomRow({ draft, place, onChange, onRemove }: RoomRowProps) {
  const name = useField(toRoomField(place, 'name'))
  const seats = useField(toRoomField(place, 'seats'))
  const label = draft.name.trim() || `room ${place + 1}`
  return (
    <fieldset className={css.room} aria-label={`Room ${place + 1}`}>
      <TextField
        {...name}
        label="Room"
        defaultValue={undefined}
        autoComplete="off"
        dir="auto"
        value={draft.name}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <TextField
        {...seats}
        label="Seats"
        defaultValue={undefined}
        autoComplete="off"
        inputMode="numeric"
        value={draft.seats}
        onChange={({ target }) => onChange({ seats: target.value })}
      />
      <IconButton name={`Remove ${label}`} onClick={onRemove}>
        <IconTrash aria-hidden="true" />
      </IconButton>
    </fieldset>
  )
}
