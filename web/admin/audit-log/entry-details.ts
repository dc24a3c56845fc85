import type { AuditEntry, AuditValue } from '#contract/audit-log.ts'
import { pluralize } from '#core/text.ts'

const fieldLabels: Readonly<Record<string, string>> = {
  name: 'name',
  email: 'email address',
  phone: 'phone number',
  fees: 'fees',
  startDate: 'start date',
  remarks: 'remarks',
  extraTimePercent: 'extra time',
  assistiveTools: 'assistive tools',
  title: 'title',
  duration: 'duration',
  questions: 'questions',
  integrityMode: 'what happens when a student leaves',
  attemptsAllowed: 'attempts allowed',
  shuffleOptions: 'order of options',
  released: 'release',
}

const emailKinds: Readonly<Record<string, string>> = {
  'one-time-password': 'Welcome, with a one-time password',
  'login-details': 'Login details',
  'forgotten-password': 'Forgotten password',
  'staff-invitation': 'Invitation',
  result: 'Result',
  'corrected-result': 'Corrected result',
  registration: 'New registration',
  enquiry: 'New enquiry',
  test: 'Test email',
}

/** The details of an entry in words, one line each: what changed, how many, from which value, why. */
export function describeEntry({ action, detail, values }: AuditEntry): string[] {
  const { call, more, claimed } = detail
  const { fields, side, kind, count, format, minutes, mails, stopped, sent, key, changed } = detail
  const { why, question, note, to, title, email, typed, ...others } = values
  const lines = [
    Array.isArray(fields) && formatFieldList(fields.filter((field) => !(field in others))),
    side !== undefined && (side === 'front' ? 'Front' : 'Back'),
    typeof call === 'string' && toEndpointLabel(call),
    typeof more === 'number' && `${more} more within a minute`,
    typeof claimed === 'number' && `${claimed} instead of ${detail.score}`,
    typeof typed === 'string' && 'An email address that no account has',
    typeof kind === 'string' && (emailKinds[kind] ?? kind),
    typeof count === 'number' && formatCount(action, count, format),
    typeof minutes === 'number' && pluralize(minutes, 'minute'),
    typeof mails === 'number' && `${pluralize(mails, 'email')} queued`,
    typeof stopped === 'number' && `${pluralize(stopped, 'email')} stopped, ${sent} sent before`,
    typeof question === 'string' && `“${question}”`,
    typeof key === 'string' && `${toKeyLabel(key)}; ${pluralize(Number(changed), 'score')} changed`,
    ...Object.entries(others).map(([field, value]) => formatChange(field, value)),
    ...[title, to, email, note, why].map((value) => typeof value === 'string' && value),
  ]
  return lines.filter((line): line is string => typeof line === 'string' && line !== '')
}

const endpointLabels: Readonly<Record<string, string>> = {
  'POST.api.auth.studentLogin': 'Student login',
  'POST.api.auth.admin': 'Admin login',
  'POST.api.auth.changePassword': 'Setting a new password',
}

/** Turns "POST.api.test.create", as the log keeps it, into "POST /api/test/create". */
function toEndpointLabel(call: string): string {
  return endpointLabels[call] ?? call.replaceAll('.', '/').replace('/', ' /')
}

function formatFieldList(fields: readonly string[]): string {
  return capitalise(fields.map(toFieldLabel).join(', '))
}

function formatCount(action: AuditEntry['action'], count: number, format: unknown): string {
  if (action === 'mail.failed-resent') return pluralize(count, 'email')
  return `${count} as ${String(format).toUpperCase()}`
}

function toKeyLabel(key: string): string {
  if (key === 'everyone') return 'Marked right for everyone'
  return key === 'printed'
    ? 'Back to the answer as written'
    : `Right answer: ${key.replaceAll('-', ', ')}`
}

function formatChange(field: string, value: AuditValue): string {
  const label = capitalise(toFieldLabel(field))
  if (value === null || typeof value !== 'object') return `${label}: ${formatValue(field, value)}`
  return `${label}: from ${formatValue(field, value.from)} to ${formatValue(field, value.to)}`
}

function formatValue(field: string, value: string | number | boolean | null): string {
  if (value === null) return 'nothing'
  return field === 'extraTimePercent' ? `${value} %` : String(value)
}

function toFieldLabel(field: string): string {
  return fieldLabels[field] ?? field
}

function capitalise(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
