import { useState } from 'react'
import type { ExamWindow } from '#contract/exam-windows.ts'
import type { AudienceKind } from '#core/exam-windows/window.ts'
import { readServerTime } from '../../client/server-clock.ts'
import { useUnsavedForm } from '../../layout/unsaved-changes.tsx'
import type { FieldValues } from '../../ui/form/form-state.ts'
import type { PickedStudent } from '../pickers/student-picker.tsx'
import { type RoomDraft, toRoomDrafts } from './room-draft.ts'
import { proposeWindowFields, toWindowFields } from './window-draft.ts'

export type WindowInputOptions = {
  /** Missing for a new one. */
  readonly window?: ExamWindow
  /** Students whom a changed window names now. */
  readonly named?: readonly PickedStudent[]
  readonly initialBatchId?: string
}

const nobody: readonly PickedStudent[] = []

export type WindowInput = ReturnType<typeof useWindowInput>

/** All that was chosen and typed, with the warning before it is left unsaved. */
export function useWindowInput({ window, named = nobody, initialBatchId }: WindowInputOptions) {
  const initialKind = window?.audience.kind ?? 'batch'
  const initialBatch = window?.audience.batchId ?? initialBatchId ?? ''
  const [initial] = useState(() =>
    window ? toWindowFields(window) : proposeWindowFields(readServerTime()),
  )
  const [initialRooms] = useState(() => toRoomDrafts(window?.rooms ?? []))
  const [kind, setKind] = useState<AudienceKind>(initialKind)
  const [batchId, setBatchId] = useState(initialBatch)
  const [picked, setPicked] = useState(named)
  const [rooms, setRooms] = useState<readonly RoomDraft[]>(initialRooms)
  const [typed, setTyped] = useState<FieldValues>(initial)
  useUnsavedForm(
    typed !== initial ||
      rooms !== initialRooms ||
      picked !== named ||
      kind !== initialKind ||
      batchId !== initialBatch,
  )
  return {
    initial,
    kind,
    setKind,
    batchId,
    setBatchId,
    picked,
    setPicked,
    audience: toAudience(kind, batchId, picked),
    rooms: kind === 'everyone' ? [] : rooms,
    setRooms,
    typed,
    setTyped,
  }
}

function toAudience(kind: AudienceKind, batchId: string, picked: readonly PickedStudent[]) {
  if (kind === 'batch') return { kind, batchId }
  return kind === 'students' ? { kind, studentIds: picked.map(({ _id }) => _id) } : { kind }
}
