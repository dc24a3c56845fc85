import { isUnknown, type TableColumn, toColumnLetters } from '../../tables/columns.ts'
import { normalizeHead } from '../../tables/heads.ts'
import { layOutTable, type TableDescription, type TableSettings } from '../../tables/layout.ts'
import type { TableRow } from '../../tables/row.ts'
import {
  type ImportField,
  type ImportRole,
  type ImportRow,
  type ImportValues,
  importFields,
  importRoles,
  neededFields,
  normalizeValues,
  roleNames,
  toCourse,
} from './import-rows.ts'

export type ImportColumn = TableColumn<ImportField>

const maxTitleRows = 20
const maxColumns = 60

/** A table with a student in each row. */
export const studentColumns: TableDescription<ImportField> = {
  roles: importRoles,
  nameRole: (role) => roleNames[role],
  parseHeads,
  findHeadIndex,
  guessRoles(columns, byHead) {
    const guesses = columns.map(({ samples }) => guessRole(samples))
    return guesses.map((guess) => (byHead.includes(guess) ? null : guess))
  },
  findProblems,
  maxColumns,
  maxPosition: maxColumns,
  maxSampleLength: 60,
}

export function layOutStudents(rows: readonly TableRow[], settings?: TableSettings<ImportField>) {
  return layOutTable(rows, studentColumns, settings)
}

function findProblems(columns: readonly ImportColumn[]): string[] {
  const problems = toColumnLetters(columns.filter(isUnknown)).map(
    (letter) => `Say what column ${letter} is, or leave it out.`,
  )
  for (const field of importFields) {
    const same = columns.filter((column) => column.role === field && !isUnknown(column))
    if (same.length === 0 && neededFields.includes(field))
      problems.push(`No column is the ${roleNames[field].toLowerCase()}.`)
    // First and last name are one name.
    if (same.length > 1 && field !== 'name')
      problems.push(
        `Columns ${toColumnLetters(same).join(' and ')} are both ${roleNames[field]}: choose one.`,
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
function findHeadIndex(rows: readonly TableRow[]): number {
  return rows.slice(0, maxTitleRows + 1).findIndex(({ cells }) => {
    const fields = new Set(parseHeads(cells).filter((role) => role !== null && role !== 'left-out'))
    return fields.size > 1 && !cells.some((cell) => cell.includes('@'))
  })
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
