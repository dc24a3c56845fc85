import type { AuditEntry, AuditValue } from './audit-log.ts'
import { formatFieldValue } from './field-values.ts'
import { formatCount, pluralize } from './format.ts'

const fieldLabels: Readonly<Record<string, string>> = {
  name: 'name',
  rollNumber: 'roll number',
  email: 'email address',
  phone: 'phone number',
  dob: 'date of birth',
  fname: 'name of the parent or guardian',
  fphone: 'phone number of the parent or guardian',
  laddress: 'local address',
  paddress: 'permanent address',
  qualificationYear: 'year of the qualification',
  otherCourse: 'other course',
  friendName: 'friend’s name',
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
  navigation: 'way through the paper',
  countedAttempt: 'which attempt counts',
  released: 'release',
  endDate: 'last day',
  seats: 'seats',
  audience: 'students',
  students: 'students',
  opensAt: 'opening',
  closesAt: 'closing',
  latestEntryAt: 'latest entry',
  endsAtClosing: 'end at the closing',
  rooms: 'rooms and seats',
}

const emailKinds: Readonly<Record<string, string>> = {
  'one-time-password': 'Welcome, with a one-time password',
  'login-details': 'Login details',
  'forgotten-password': 'Forgotten password',
  'staff-invitation': 'Invitation',
  'student-added': 'Added by the institute',
  result: 'Result',
  'corrected-result': 'Corrected result',
  'repeated-result': 'Result, again',
  'voided-result': 'Result no longer counts',
  registration: 'New registration',
  enquiry: 'New enquiry',
  'enquiry-received': 'Enquiry received',
  'password-changed': 'Password changed',
  'email-changed': 'Email address changed',
  'second-factor': 'Second factor changed',
  'new-place': 'Login from a new place',
  test: 'Test email',
}

const deliveries: Readonly<Record<string, string>> = {
  mail: 'Passwords by mail',
  slips: 'Passwords as printed slips',
}

/** Details that are shown without a label, unless they are a change. */
const plainValues: readonly string[] = ['title', 'email']

/** The details of an entry in words, one line each: what changed, how many, from which value, why. */
export function describeEntry({ action, detail, values }: AuditEntry): string[] {
  const { call, more, claimed } = detail
  const { fields, side, kind, count, format, minutes, mails, stopped, sent, key, changed } = detail
  const { added, found, deliver } = detail
  const { unlisted, role, from, to: newRole, before, after, seconds } = detail
  const { why, question, note, to, typed, ...others } = values
  const isChange = ([field, value]: [string, AuditValue]) =>
    typeof value !== 'string' || !plainValues.includes(field)
  const changes = Object.entries(others).filter(isChange)
  const changedFields = new Set(changes.map(([field]) => field.split('.')[0]))
  const lines = [
    Array.isArray(fields) && formatFieldList(fields.filter((field) => !changedFields.has(field))),
    side !== undefined && (side === 'front' ? 'Front' : 'Back'),
    typeof call === 'string' && toEndpointLabel(call),
    typeof more === 'number' && `${formatCount(more)} more within a minute`,
    typeof claimed === 'number' && `${claimed} instead of ${detail.score}`,
    typeof typed === 'string' && 'An email address that no account has',
    typeof role === 'string' && formatFieldValue('staffRole', role),
    typeof newRole === 'string' &&
      describeChange(
        'Role',
        from === 'none' ? null : formatFieldValue('staffRole', String(from)),
        formatFieldValue('staffRole', newRole),
      ),
    typeof kind === 'string' && (emailKinds[kind] ?? kind),
    typeof added === 'number' && `${pluralize(added, 'student')} added`,
    typeof found === 'number' && found > 0 && `${formatCount(found)} here already`,
    typeof deliver === 'string' && deliveries[deliver],
    typeof count === 'number' && describeCount(action, count, format),
    typeof before === 'number' && before !== after && `Score: from ${before} to ${after}`,
    typeof minutes === 'number' && pluralize(minutes, 'minute'),
    typeof seconds === 'number' && pluralize(seconds, 'second'),
    typeof mails === 'number' && `${pluralize(mails, 'email')} queued`,
    typeof stopped === 'number' &&
      `${pluralize(stopped, 'email')} stopped, ${formatCount(Number(sent))} sent before`,
    typeof question === 'string' && `“${question}”`,
    typeof key === 'string' && `${toKeyLabel(key)}; ${pluralize(Number(changed), 'score')} changed`,
    ...changes.map(([field, value]) => formatChange(field, value)),
    typeof unlisted === 'number' && `${pluralize(unlisted, 'more change')} of questions`,
    ...[...plainValues.map((name) => others[name]), to, note, why].map(
      (value) => typeof value === 'string' && value,
    ),
  ]
  return lines.filter((line): line is string => typeof line === 'string' && line !== '')
}

/** The subjects that have no name any more, or are too many to be named. */
export function describeOthers({
  about,
  more,
  erasedStudents,
}: Pick<AuditEntry, 'about' | 'more' | 'erasedStudents'>): string {
  if (more === 0) return ''
  if (about.length > 0) return ` and ${formatCount(more)} more`
  if (more === erasedStudents) {
    return more === 1 ? 'Erased student' : pluralize(more, 'erased student')
  }
  return more === 1 ? 'Erased since' : `${formatCount(more)}, erased since`
}

const endpointLabels: Readonly<Record<string, string>> = {
  'POST.api.auth.studentLogin': 'Student login',
  'POST.api.auth.admin': 'Admin login',
  'POST.api.auth.changePassword': 'Setting a new password',
  'POST.api.auth.reauthenticate': 'Showing once more that it is them',
}

/** Turns "POST.api.test.create", as the log keeps it, into "POST /api/test/create". */
function toEndpointLabel(call: string): string {
  return endpointLabels[call] ?? call.replaceAll('.', '/').replace('/', ' /')
}

function formatFieldList(fields: readonly string[]): string {
  return capitalise(fields.map(toFieldLabel).join(', '))
}

const countedThings: Readonly<Partial<Record<AuditEntry['action'], string>>> = {
  'mail.failed-resent': 'email',
  'session.ended': 'session',
  'session.disowned': 'session',
  'staff.logged-out': 'session',
  'late-answers.accepted': 'answer',
  'late-answers.left-out': 'answer',
  'batch.students-added': 'student',
  'batch.students-removed': 'student',
  'clock.followed': 'attempt',
  'clock.power-cut': 'attempt',
  'attempt.messaged': 'student',
  'attempt.extended': 'attempt',
  'attempt.paused': 'attempt',
  'attempt.resumed': 'attempt',
  'attempt.ended': 'attempt',
  'attempt.reopened': 'attempt',
  'attempt.granted': 'attempt',
  'attempt.voided': 'attempt',
  'attempt.action-undone': 'attempt',
  'incident.no-consequence': 'attempt',
  'incident.kept': 'attempt',
  'incident.taken-back': 'attempt',
}

function describeCount(action: AuditEntry['action'], count: number, format: unknown): string {
  if (typeof format === 'string') return `${formatCount(count)} as ${format.toUpperCase()}`
  return pluralize(count, countedThings[action] ?? 'item')
}

function toKeyLabel(key: string): string {
  if (key === 'everyone') return 'Marked right for everyone'
  return key === 'printed'
    ? 'Back to the answer as written'
    : `Correct answer: ${key.replaceAll('-', ', ')}`
}

/** In characters: remarks may be pages long. */
const maxValueLength = 200

function formatChange(field: string, value: AuditValue): string {
  const label = capitalise(toFieldLabel(field))
  if (value === null || typeof value !== 'object') return `${label}: ${formatValue(field, value)}`
  const isNew = value.from === null || value.from === undefined || value.from === ''
  const from = isNew ? null : formatValue(field, value.from)
  return describeChange(label, from, formatValue(field, value.to))
}

function formatValue(field: string, value: string | number | boolean | null): string {
  const [, part = field] = /^questions\.\w+\.([a-z]+)/.exec(field) ?? []
  if (value !== null && part === 'picture') return 'a picture'
  const text = formatFieldValue(part, value)
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength).toWellFormed()}…` : text
}

function toFieldLabel(field: string): string {
  const [, place, part = ''] = /^questions\.(\w+)(?:\.(.*))?$/.exec(field) ?? []
  if (place === undefined) return fieldLabels[field] ?? field
  if (place === 'order') return 'order of the questions'
  const [name = '', letter = ''] = part.split('-')
  const label = `${questionParts[name] ?? name} ${letter}`.trim()
  return label === '' ? `question ${place}` : `question ${place}, ${label}`
}

/** The parts of a question as the log names them; its text goes without saying. */
const questionParts: Readonly<Record<string, string>> = {
  question: '',
  key: 'correct answer',
  kind: 'kind',
  code: 'code',
  picture: 'picture',
  description: 'description of picture',
  option: 'option',
}

function capitalise(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** `from` is null where nothing was there before. */
function describeChange(label: string, from: string | null, to: string): string {
  return from === null ? `${label}: set to ${to}` : `${label}: from ${from} to ${to}`
}
