import { staffRoles } from '#core/accounts/permissions.ts'
import type { IntegrityMode, Navigation } from '#core/exams/exam.ts'
import type { CountingRule } from '#core/grading/counted-attempt.ts'
import { kinds } from '#core/questions/kinds.ts'
import { formatCount, formatMoney } from './format.ts'
import { courseLabels, genderLabels, labelOf, roleLabels } from './registration-labels.ts'

// Apart from the endpoints: a file with endpoints reaches the browser without its functions.

type StoredValue = string | number | boolean | null | undefined

const integrityModeLabels: Readonly<Record<IntegrityMode, string>> = {
  strict: 'Strict',
  warn: 'Warn',
  observe: 'Observe',
}
const navigationLabels: Readonly<Record<Navigation, string>> = {
  forward: 'Forward',
  free: 'Free',
}
const countedAttemptLabels: Readonly<Record<CountingRule, string>> = {
  last: 'The last one',
  best: 'The best one',
  average: 'The average',
}
const kindLabels = Object.fromEntries(Object.values(kinds).map(({ name, label }) => [name, label]))
const staffRoleLabels = Object.fromEntries(
  Object.entries(staffRoles).map(([role, { label }]) => [role, label]),
)

const valueLabels: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  course: courseLabels,
  gender: genderLabels,
  role: roleLabels,
  staffRole: staffRoleLabels,
  integrityMode: integrityModeLabels,
  navigation: navigationLabels,
  countedAttempt: countedAttemptLabels,
  kind: kindLabels,
}

/** The stored value of a field of a student or a test, as screens show it: "PHP", "₹45,000". */
export function formatFieldValue(field: string, value: StoredValue): string {
  if (value === null || value === undefined || value === '') return 'nothing'
  const labels = valueLabels[field]
  if (labels) return labelOf(labels, String(value))
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  switch (field) {
    case 'fees':
      return formatMoney(Number(value))
    case 'startDate':
    case 'endDate':
      return String(value).split('-').toReversed().join('-')
    case 'extraTimePercent':
      return `${value} %`
    case 'duration':
      return `${formatCount(Number(value))} ${Number(value) === 1 ? 'min' : 'mins'}`
    case 'attemptsAllowed':
      return Number(value) === 0 ? 'no limit' : formatCount(Number(value))
    default:
      return String(value)
  }
}
