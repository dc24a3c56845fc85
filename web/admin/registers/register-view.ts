import type { RegisteredStudent } from '#contract/registers.ts'
import { matchesSeat } from '#contract/seat-words.ts'
import type { Arrangement } from '#core/live/row-order.ts'
import type { RegisterCounts, RegisterState } from '#core/registers/register.ts'
import { buildSearchKey, matchesSearch } from '#core/text.ts'

export type RegisterFilter = RegisterState | 'all'

/** Those who must be called are first. */
export const groupOrder = [
  'absent',
  'not-here',
  'lobby',
  'taking',
  'finished',
  'excused',
] as const satisfies readonly RegisterState[]

/**
 * The states that have a figure of their own: who has not come is either absent or not here yet, and
 * both only where the windows of some let them start later than the others.
 */
export function listShownStates(counts: RegisterCounts, canComeLater: boolean): RegisterState[] {
  const absence = canComeLater ? 'not-here' : 'absent'
  const other = canComeLater ? 'absent' : 'not-here'
  const shown: RegisterState[] = ['lobby', 'taking', 'finished', absence]
  if (counts[other] > 0) {
    if (counts[absence] === 0) shown.pop()
    shown.push(other)
  }
  return [...shown, 'excused']
}

type View = {
  readonly filter: RegisterFilter
  readonly search: string
  readonly isByName: boolean
}

export function arrangeStudents(
  students: readonly RegisteredStudent[],
  { filter, search, isByName }: View,
): Arrangement<RegisterState> {
  const found = students.filter(
    (student) => (filter === 'all' || student.state === filter) && isFound(student, search),
  )
  const sorted = isByName
    ? found.toSorted((one, other) =>
        buildSearchKey(one.name) < buildSearchKey(other.name) ? -1 : 1,
      )
    : found
  return groupOrder.flatMap((group) => {
    const ids = sorted.filter(({ state }) => state === group).map(({ _id }) => _id)
    return ids.length > 0 ? [{ group, ids }] : []
  })
}

function isFound({ name, rollNumber = '', seat, email, phone }: RegisteredStudent, search: string) {
  if (search.trim() === '') return true
  const digits = toDigits(search)
  const isPhone = digits.length >= 3 && toDigits(phone).includes(digits)
  return (
    isPhone ||
    (seat !== undefined && matchesSeat(search, seat)) ||
    matchesSearch(search, [name, rollNumber, email])
  )
}

function toDigits(text: string): string {
  return text.replace(/\D/g, '')
}

/** Fewer digits are no number that could be called. */
const minDigits = 6

/** As a link dials it; null where nobody can be called. */
export function toDialable(phone: string): string | null {
  return toDigits(phone).length >= minDigits ? `tel:${phone.replace(/[^+\d]/g, '')}` : null
}
