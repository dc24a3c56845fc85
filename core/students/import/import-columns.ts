import { countFilled, fingerprintHeads, normalizeHead, toColumnLetter } from '../../tables/heads.ts'
import type { TableRow } from '../../tables/row.ts'
import {
  type ImportField,
  type ImportRole,
  type ImportRow,
  type ImportValues,
  importFields,
  neededFields,
  normalizeValues,
  roleNames,
  toCourse,
} from './import-rows.ts'

/** How a role came to be. What is guessed counts for nothing until somebody says so. */
export type RoleOrigin = 'head' | 'guess' | 'author' | 'remembered'

export type ImportColumn = {
  /** The index of its cells in a row. */
  readonly position: number
  readonly head: string
  readonly samples: readonly string[]
  readonly role: ImportRole | null
  readonly origin: RoleOrigin | null
}

export type RememberedRoles = {
  /** By `fingerprintHeads`: a device keeps no words of a file. */
  readonly heads: string
  readonly roles: readonly ImportRole[]
  /** Milliseconds since 1970. */
  readonly savedAt: number
}

export type ColumnSettings = {
  /** The line of the heads, null where there are none; left out it is found. */
  readonly headLine?: number | null
  /** By the position of the column. */
  readonly roles?: Readonly<Record<number, ImportRole>>
  readonly remembered?: readonly RememberedRoles[]
}

export type StudentTable = {
  readonly columns: readonly ImportColumn[]
  readonly headLine: number | null
  /** The rows below the heads. */
  readonly body: readonly TableRow[]
  /** The first rows of the table, any of which may hold the heads. */
  readonly firstRows: readonly TableRow[]
  /** Problems to solve before a row can be a student, a sentence each. */
  readonly problems: readonly string[]
  /** Null where no role was remembered. */
  readonly rememberedAt: number | null
}

const maxTitleRows = 20
const maxColumns = 60
const sampleCount = 3
const maxSampleLength = 60

/** Finds the heads of a table and what each column is. */
export function layOutStudents(
  rows: readonly TableRow[],
  { headLine, roles = {}, remembered = [] }: ColumnSettings = {},
): StudentTable {
  const filled = rows.filter(({ cells }) => countFilled(cells) > 0)
  const headIndex =
    headLine === undefined ? findHeads(filled) : filled.findIndex(({ line }) => line === headLine)
  const header = filled[headIndex]
  const headText = header?.cells.join('\n')
  const body = filled.slice(headIndex + 1).filter(({ cells }) => cells.join('\n') !== headText)
  const named = listColumns(header, body)
  const recalled = recallRoles(named, remembered)
  const byHead = parseHeads(named.map(({ head }) => head))
  const taken = new Set<ImportRole | null>([...byHead, ...(recalled?.roles ?? [])])
  const columns = named.map((column, at): ImportColumn => {
    const authorRole = roles[column.position]
    if (authorRole !== undefined) return { ...column, role: authorRole, origin: 'author' }
    const before = recalled?.roles[at]
    const head = byHead[at] ?? null
    if (before !== undefined && before !== head)
      return { ...column, role: before, origin: 'remembered' }
    if (head !== null) return { ...column, role: head, origin: 'head' }
    if (column.samples.length === 0) return { ...column, role: 'left-out', origin: 'head' }
    const guess = guessRole(column.samples)
    return guess === null || taken.has(guess)
      ? { ...column, role: null, origin: null }
      : { ...column, role: guess, origin: 'guess' }
  })
  return {
    columns,
    headLine: header?.line ?? null,
    body,
    firstRows: filled.slice(0, 8),
    problems: listProblems(columns),
    rememberedAt: recalled?.savedAt ?? null,
  }
}

/** Whether nobody has said yet what this column is. */
export function isUnknown({ role, origin }: ImportColumn): boolean {
  return role === null || origin === 'guess'
}

function listProblems(columns: readonly ImportColumn[]): string[] {
  const unknown = columns.filter(isUnknown)
  const problems = unknown.map(
    ({ position }) => `Say what column ${toColumnLetter(position)} is, or leave it out.`,
  )
  for (const field of importFields) {
    const same = columns.filter((column) => column.role === field && !isUnknown(column))
    if (same.length === 0 && neededFields.includes(field))
      problems.push(`No column is the ${roleNames[field].toLowerCase()}.`)
    // First and last name are one name.
    if (same.length > 1 && field !== 'name')
      problems.push(
        `Columns ${same.map(({ position }) => toColumnLetter(position)).join(' and ')} are both ${roleNames[field]}: choose one.`,
      )
  }
  return problems
}

const namePart = /^(?:first|middle|last|given|family) ?names?$|^surname$|^initials?$/
const fieldHeads: readonly (readonly [ImportField, RegExp])[] = [
  [
    'name',
    /^(?:(?:full|student|candidate|applicant|students|candidates)? ?names?|(?:student|candidate|name) of (?:the )?(?:student|candidate)|student|candidate)$/,
  ],
  [
    'email',
    /^(?:(?:student|personal|students)? ?(?:e ?mail|mail)(?: ?(?:id|ids|address|addresses|add))?)$/,
  ],
  [
    'course',
    /^(?:(?:course|program|programme|subject|stream|trade)(?: ?(?:name|applied|applied for|opted|chosen|enrolled))?)$/,
  ],
  [
    'fphone',
    /^(?:(?:parents?|fathers?|mothers?|guardians?|parent guardian|father guardian) ?(?:phone|mobile|contact|cell)(?: ?(?:no|nos|number))?)$/,
  ],
  [
    'fname',
    /^(?:(?:parents?|fathers?|mothers?|guardians?|parent guardian|father guardian) ?(?:full )?(?:names?)?)$/,
  ],
  [
    'phone',
    /^(?:(?:student|students|personal|whats ?app)? ?(?:phone|mobile|contact|cell|telephone|tel|whats ?app)(?: ?(?:no|nos|number|numbers))?)$/,
  ],
  ['dob', /^(?:dob|d o b|date of birth|birth ?date|birthday|born)$/],
  [
    'rollNumber',
    /^(?:(?:student|students|class|institute)? ?roll(?: ?(?:no|nos|num|number|#|id))?)$/,
  ],
  ['batch', /^(?:(?:student|class)? ?batch(?:es)?(?: ?(?:name|code|no|number))?)$/],
  ['fees', /^(?:(?:total|course|agreed)? ?fees?(?: ?(?:amount|agreed|total))?)$/],
  [
    'startDate',
    /^(?:start(?:ing)? ?(?:date|day|on)|started on|(?:date|day) of (?:start|joining|admission)|joining ?date|admission date|joined on|doj|d o j)$/,
  ],
  ['remarks', /^(?:remarks?|notes?|comments?)$/],
  ['gender', /^(?:gender|sex)$/],
  ['laddress', /^(?:(?:local|current|present|residential|postal|home|full)? ?address)$/],
]
const leftOutHead =
  /^(?:(?:s|sr|sl|serial|reg|registration|admission|enrol?ment|form|application) ?(?:no|nos|number|#|id)?|#|no|id|timestamp|date|fees? (?:paid|due)|to fix|status|city|state|pin ?code|signature|photo)$/

function parseHeads(heads: readonly string[]): (ImportRole | null)[] {
  const words = heads.map((head) =>
    normalizeHead(head)
      .replace(/['’]/g, '')
      .replace(/(?<!\s)\s*[/&]\s*/g, ' ')
      .trim(),
  )
  const roles = words.map((word) => fieldHeads.find(([, heads]) => heads.test(word))?.[0] ?? null)
  const hasWholeName = roles.includes('name')
  return words.map((word, at): ImportRole | null => {
    if (namePart.test(word)) return hasWholeName ? 'left-out' : 'name'
    return roles[at] ?? (leftOutHead.test(word) ? 'left-out' : null)
  })
}

/** A row that names two fields or more, and holds no address itself. */
function findHeads(rows: readonly TableRow[]): number {
  return rows.slice(0, maxTitleRows + 1).findIndex(({ cells }) => {
    const fields = new Set(parseHeads(cells).filter((role) => role !== null && role !== 'left-out'))
    return fields.size > 1 && !cells.some((cell) => cell.includes('@'))
  })
}

type NamedColumn = Pick<ImportColumn, 'position' | 'head' | 'samples'>

function listColumns(header: TableRow | undefined, body: readonly TableRow[]): NamedColumn[] {
  const samples = new Map<number, string[]>()
  for (const { cells } of body)
    for (const [position, cell] of cells.entries()) {
      if (cell.trim() === '' || position >= maxColumns) continue
      const found = samples.get(position) ?? []
      if (found.length < sampleCount) samples.set(position, [...found, toSample(cell.trim())])
    }
  return Array.from({ length: maxColumns }, (_, position) => ({
    position,
    head: toSample(header?.cells[position]?.trim() ?? ''),
    samples: samples.get(position) ?? [],
  })).filter(({ head, samples: found }) => head !== '' || found.length > 0)
}

function toSample(cell: string): string {
  return cell.length > maxSampleLength ? `${cell.slice(0, maxSampleLength)}…` : cell
}

function recallRoles(columns: readonly NamedColumn[], remembered: readonly RememberedRoles[]) {
  const fingerprint = fingerprintHeads(columns.map(({ head }) => head))
  const isSame = (one: RememberedRoles) =>
    one.heads === fingerprint && one.roles.length === columns.length
  return remembered.find(isSame) ?? null
}

/** Guesses a column's role from its values; never more than a proposal. */
function guessRole(samples: readonly string[]): ImportField | null {
  const all = (test: (sample: string) => boolean) => samples.every(test)
  if (all((sample) => sample.includes('@'))) return 'email'
  if (all((sample) => toCourse(sample) !== null)) return 'course'
  if (all((sample) => /^[+\d][\d ()-]{6,}$/.test(sample))) return 'phone'
  return all((sample) => /^\p{L}[\p{L}\p{M}.' ]+ \p{L}/u.test(sample)) ? 'name' : null
}

/** The rows of a table as its columns are named. */
export function readImportRows(
  body: readonly TableRow[],
  columns: readonly ImportColumn[],
): ImportRow[] {
  return body.map(({ line, cells }) => {
    const values: { -readonly [Field in keyof ImportValues]: ImportValues[Field] } = {}
    for (const { role, position } of columns) {
      const cell = cells[position]?.trim() ?? ''
      if (role === null || role === 'left-out' || cell === '') continue
      values[role] = values[role] === undefined ? cell : `${values[role]} ${cell}`
    }
    return { line, values: normalizeValues(values) }
  })
}
