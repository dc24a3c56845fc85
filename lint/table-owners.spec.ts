import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import type { Tables } from '#server/database/tables.ts'
import { listSourceFiles } from './source-files.ts'

/** The folder of the server that owns each table: it alone writes to it. */
const owners: Record<keyof Tables, string> = {
  heartbeats: 'database',
  exam_clock: 'platform/exam-clock',
  institute: 'retention',
  mails: 'platform/mailer',
  idempotency_keys: 'http',
  audit: 'audit-log',
  audit_values: 'audit-log',
  accounts: 'accounts',
  sessions: 'accounts',
  ended_sessions: 'accounts',
  totp_keys: 'accounts',
  passkeys: 'accounts',
  recovery_codes: 'accounts',
  pending_logins: 'accounts',
  passkey_challenges: 'accounts',
  password_requests: 'accounts',
  known_places: 'accounts',
  let_in_networks: 'accounts',
  students: 'students',
  batches: 'batches',
  batch_students: 'batches',
  exams: 'exams',
  revisions: 'exams',
  images: 'exams',
  key_corrections: 'exams',
  exam_windows: 'exam-windows',
  exam_window_students: 'exam-windows',
  window_seats: 'exam-windows',
  registers: 'registers',
  register_entries: 'registers',
  register_excuses: 'registers',
  window_emails: 'window-emails',
  window_email_settings: 'window-emails',
  lobby_visits: 'presence',
  attempt_contacts: 'presence',
  attempt_places: 'presence',
  attempts: 'attempts',
  answers: 'attempts',
  late_answers: 'attempts',
  question_progress: 'attempts',
  attempt_events: 'attempts',
  undone_ends: 'attempts',
  incident_decisions: 'incidents',
  incident_statements: 'incidents',
  grants: 'attempts',
  live_actions: 'live',
  live_action_attempts: 'live',
  enquiries: 'enquiries',
}

type Table = keyof Tables

/** Reads of tables whose owner is further right than the reader. */
const exceptions: readonly { in: string; reads: readonly Table[]; because: string }[] = [
  {
    in: 'server/database/file-cleaner-worker.ts',
    reads: ['attempts'],
    because: 'it asks on its own connection, in a thread of its own, before it blocks writers',
  },
  {
    in: 'server/platform/mailer/suppressed.ts',
    reads: ['accounts', 'exams'],
    because:
      'the statement that claims an email sees, at that moment, whether its owner is deleted',
  },
  {
    in: 'server/presence/attempt-contacts.ts',
    reads: ['attempts'],
    because: 'contacts are written seconds later: the statement skips attempts that are erased',
  },
  ...(['message-queries', 'pause-reasons'] as const).map((file) => ({
    in: `server/attempts/${file}.ts`,
    reads: ['live_actions', 'live_action_attempts'] as const,
    because: 'each page of a class asks for its messages and why it is paused',
  })),
  {
    in: 'server/accounts/student-queries.ts',
    reads: ['students', 'attempts'],
    because: 'every login, session and new password asks; accounts know nothing else of students',
  },
]

const writingCalls = ['insertInto', 'replaceInto', 'mergeInto', 'updateTable', 'deleteFrom']
const readingCall = /^(selectFrom|from|using|\w+Join(Lateral)?)$/

type Use = { readonly table: Table; readonly isWrite: boolean }
type UseInFile = Use & { readonly path: string }

const uses = listSourceFiles()
  .filter((path) => /^(server|demo|scripts)\/.*\.ts$/.test(path))
  .filter((path) => !/\.spec\.ts$|^server\/database\/migrations\//.test(path))
  .flatMap((path): UseInFile[] =>
    findUses(path, readFileSync(join(import.meta.dirname, '..', path), 'utf8')).map((use) => ({
      ...use,
      path,
    })),
  )

describe('SQL on a table', () => {
  it('has an owner for each table that the migrations leave', () => {
    expect(Object.keys(owners).toSorted()).toEqual(listMigratedTables().toSorted())
  })

  it('writes only in the slice that owns it', () => {
    const foreign = uses.filter(
      ({ path, table, isWrite }) => isWrite && !path.startsWith(`server/${owners[table]}/`),
    )
    expect(foreign.map(describeUse)).toEqual([])
  })

  it('reads only where the owner could be imported', async () => {
    const foreign = (await listForeignReads()).filter(
      ({ path, table }) =>
        !exceptions.some((each) => each.in === path && each.reads.includes(table)),
    )
    expect(foreign.map(describeUse)).toEqual([])
  })

  it('has no exception that is not needed', async () => {
    const foreign = (await listForeignReads()).map(describeUse)
    const excepted = exceptions.flatMap((each) =>
      each.reads.map((table) => describeUse({ path: each.in, table, isWrite: false })),
    )
    expect(excepted.filter((use) => !foreign.includes(use))).toEqual([])
  })
})

describe('the search for tables', () => {
  it.each([
    { source: "db.selectFrom('exams as e')", found: [{ table: 'exams', isWrite: false }] },
    {
      source: "db.selectFrom(['exams', 'students']).selectAll()",
      found: [
        { table: 'exams', isWrite: false },
        { table: 'students', isWrite: false },
      ],
    },
    { source: "db.leftJoin('mails', 'a', 'b')", found: [{ table: 'mails', isWrite: false }] },
    { source: "tx.insertInto('mails')", found: [{ table: 'mails', isWrite: true }] },
    { source: "tx.updateTable('mails').set({})", found: [{ table: 'mails', isWrite: true }] },
    { source: "tx.deleteFrom('mails')", found: [{ table: 'mails', isWrite: true }] },
    {
      source: 'sql`select 1 from attempts join "exams" on true`',
      found: [
        { table: 'attempts', isWrite: false },
        { table: 'exams', isWrite: false },
      ],
    },
    {
      source: 'sql<number>`DELETE FROM "answers" WHERE true`',
      found: [{ table: 'answers', isWrite: true }],
    },
    {
      source: "sqlite.prepare('UPDATE audit SET at = 1')",
      found: [{ table: 'audit', isWrite: true }],
    },
    { source: "// tx.deleteFrom('mails')\nshow('Delete from students')", found: [] },
    { source: "db.selectFrom('page').select('exams')", found: [] },
  ])('finds $found in $source', ({ source, found }) => {
    expect(findUses('a.ts', source)).toEqual(found)
  })
})

async function listForeignReads(): Promise<UseInFile[]> {
  const rules = await loadFolderRules()
  return uses.filter(
    ({ path, table, isWrite }) =>
      !isWrite &&
      rules.some(({ from, to }) => from.test(path) && to.test(`server/${owners[table]}/`)),
  )
}

/** Raw SQL counts as well: the search knows a table by its name. */
function listMigratedTables(): string[] {
  const tables = new Set<string>()
  const folder = join(import.meta.dirname, '../server/database/migrations')
  for (const file of readdirSync(folder).toSorted()) {
    const source = readFileSync(join(folder, file), 'utf8')
    const changes = source.matchAll(
      /\b(CREATE|DROP|ALTER) TABLE (?:IF (?:NOT )?EXISTS )?(\w+)(?:\s+RENAME TO (\w+))?/g,
    )
    for (const [, change, table = '', renamed] of changes) {
      if (change === 'CREATE') tables.add(table)
      if (change === 'DROP' || renamed) tables.delete(table)
      if (renamed) tables.add(renamed)
    }
  }
  // A table that is rebuilt has such a name until it takes the old one's place.
  return [...tables].filter((table) => !table.startsWith('new_'))
}

/** Which folder of the server may not import which, from the rules about imports. */
async function loadFolderRules() {
  const config = new URL('../.dependency-cruiser.mjs', import.meta.url).href
  const { default: rules } = (await import(config)) as {
    default: {
      forbidden: { name: string; from: { path?: string }; to: { path?: string } }[]
    }
  }
  return rules.forbidden
    .filter(({ name }) => name.endsWith('-imports-leftwards'))
    .map(({ from, to }) => ({ from: new RegExp(`${from.path}`), to: new RegExp(`${to.path}`) }))
}

/** Each table that a file names, once for reading and once for writing. */
function findUses(path: string, source: string): Use[] {
  // Most files have no SQL, and parsing takes longer than searching.
  if (!/From\(|Into\(|Table\(|Join\(|\bsql\b|prepare\(|query\(/.test(source)) return []
  const found: Use[] = []
  collectUses(parseSync(path, source).program, found)
  return found.filter(
    (use, place) =>
      place === found.findIndex((each) => each.table === use.table && each.isWrite === use.isWrite),
  )
}

type SyntaxNode = { readonly type: string } & Record<string, unknown>

function collectUses(node: unknown, found: Use[]) {
  if (Array.isArray(node)) {
    for (const child of node) collectUses(child, found)
    return
  }
  if (!isSyntaxNode(node)) return
  if (node.type === 'CallExpression') found.push(...readCall(node))
  if (node.type === 'TaggedTemplateExpression' && isSqlTag(node.tag)) {
    found.push(...readStatement(joinTexts(node.quasi)))
  }
  const text = node.type === 'TemplateLiteral' ? joinTexts(node) : node.value
  if (typeof text === 'string' && /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH) /.test(text)) {
    found.push(...readStatement(text))
  }
  for (const child of Object.values(node)) collectUses(child, found)
}

function readCall({ callee, arguments: args }: SyntaxNode): Use[] {
  const name = isSyntaxNode(callee) && isSyntaxNode(callee.property) && callee.property.name
  if (typeof name !== 'string' || !Array.isArray(args)) return []
  const isWrite = writingCalls.includes(name)
  if (!isWrite && !readingCall.test(name)) return []
  const [first] = args.filter(isSyntaxNode)
  const named = Array.isArray(first?.elements) ? first.elements.filter(isSyntaxNode) : [first]
  return named.flatMap((each) => toUse(`${each?.value}`.split(' ')[0], isWrite))
}

function readStatement(text: string): Use[] {
  const tables = text.matchAll(/\b(from|join|using|into|update|delete\s+from)\s+"?(\w+)/gi)
  return [...tables].flatMap(([, word = '', table]) =>
    toUse(table, !/^(from|join|using)$/i.test(word)),
  )
}

function toUse(name: string | undefined, isWrite: boolean): Use[] {
  return name !== undefined && isTable(name) ? [{ table: name, isWrite }] : []
}

function isTable(name: string): name is Table {
  return Object.hasOwn(owners, name)
}

function isSqlTag(tag: unknown): boolean {
  return isSyntaxNode(tag) && tag.name === 'sql'
}

/** The text of a template, with a `?` for each value. */
function joinTexts(template: unknown): string {
  if (!isSyntaxNode(template) || !Array.isArray(template.quasis)) return ''
  return template.quasis.map(({ value }) => value.raw).join('?')
}

function isSyntaxNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value
}

function describeUse({ path, table, isWrite }: UseInFile): string {
  return `${path} ${isWrite ? 'writes' : 'reads'} ${table}, of ${owners[table]}`
}
