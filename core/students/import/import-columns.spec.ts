import { describe, expect, it } from 'vitest'
import { isUnknown } from '../../tables/columns.ts'
import { fingerprintHeads } from '../../tables/heads.ts'
import { layOutStudents, readImportRows } from './import-columns.ts'

const toRows = (...rows: string[][]) => rows.map((cells, at) => ({ line: at + 1, cells }))
const priya = ['Priya Nair', 'priya@example.com', 'React JS']
const rolesOf = (...rows: string[][]) =>
  layOutStudents(toRows(...rows)).columns.map(({ role, origin }) => [role, origin])

describe('recognises the headings that institutes use', () => {
  it.each([
    ['Name', 'Email', 'Course'],
    ['STUDENT NAME', 'E-mail ID', 'Course Name'],
    ['Name of the Student', 'Email Address*', 'Programme'],
    ['Full name', 'Mail', 'Course applied for'],
  ])('%s, %s, %s', (...heads) => {
    expect(rolesOf(heads, priya)).toEqual([
      ['name', 'head'],
      ['email', 'head'],
      ['course', 'head'],
    ])
  })

  it.each([
    ['Mobile No.', 'phone'],
    ['WhatsApp number', 'phone'],
    ['Parent’s phone', 'fphone'],
    ["Father's Name", 'fname'],
    ['Father/Guardian mobile', 'fphone'],
    ['D.O.B.', 'dob'],
    ['Date of Birth (dd-mm-yyyy)', 'dob'],
    ['Sex', 'gender'],
    ['Local address', 'laddress'],
    ['Roll No.', 'rollNumber'],
    ['ROLL NUMBER', 'rollNumber'],
    ['Student Roll #', 'rollNumber'],
    ['S. No.', 'left-out'],
    ['Reg. No.', 'left-out'],
    ['Fees paid', 'left-out'],
    ['Fees', 'fees'],
    ['Total fee', 'fees'],
    ['Start date', 'startDate'],
    ['Date of joining', 'startDate'],
    ['Remarks', 'remarks'],
    ['Batch', 'batch'],
    ['Batch name', 'batch'],
    ['To fix', 'left-out'],
    ['Timestamp', 'left-out'],
  ])('%s', (head, role) => {
    expect(rolesOf(['Name', 'Email', 'Course', head], [...priya, '1']).at(-1)).toEqual([
      role,
      'head',
    ])
  })
})

it('joins first and last name', () => {
  const rows = toRows(
    ['First Name', 'Last Name', 'Email', 'Course'],
    ['Priya', 'Nair', 'priya@example.com', 'php'],
  )
  const { body, columns, problems } = layOutStudents(rows)
  expect(problems).toEqual([])
  expect(readImportRows(body, columns)).toEqual([
    { line: 2, values: { name: 'Priya Nair', email: 'priya@example.com', course: 'php' } },
  ])
})

it('finds the headings below a title, and skips their repetition', () => {
  const heads = ['Name', 'Email', 'Course']
  const rows = toRows(['Admissions, November'], heads, priya, heads, priya)
  const table = layOutStudents(rows)
  expect(table.headLine).toBe(2)
  expect(table.body.map(({ line }) => line)).toEqual([3, 5])
})

it('marks a column guessed by its contents as not known, with no row ready', () => {
  const table = layOutStudents(toRows(priya, ['Arun Das', 'arun@example.com', 'php']))
  expect(table.columns.map(({ role, origin }) => [role, origin])).toEqual([
    ['name', 'guess'],
    ['email', 'guess'],
    ['course', 'guess'],
  ])
  expect(table.columns.every(isUnknown)).toBe(true)
  expect(table.problems).toContain('No column is the email.')
})

it('remembers the choices for the same headings, with their date', () => {
  const heads = ['Who', 'Login', 'What for']
  const remembered = [
    {
      heads: fingerprintHeads(heads) ?? '',
      roles: ['name', 'email', 'course'] as const,
      savedAt: 77,
    },
  ]
  const table = layOutStudents(toRows(heads, priya), { headLine: 1, remembered })
  expect(table.columns.map(({ origin }) => origin)).toEqual(Array(3).fill('remembered'))
  expect([table.problems, table.rememberedAt]).toEqual([[], 77])
})

it('asks which of two columns is the email address', () => {
  const table = layOutStudents(
    toRows(['Name', 'Email', 'E-mail', 'Course'], ['A B', 'a@b.cd', 'e@f.gh', 'php']),
  )
  expect(table.problems).toEqual(['Columns B and C are both Email: choose one.'])
})

describe('heads', () => {
  const rolesUnder = (...heads: string[]) =>
    layOutStudents(toRows(heads, Array(heads.length).fill('1'))).columns.map(({ role }) => role)

  it('may have apostrophes, strokes and remarks', () => {
    expect(
      rolesUnder(
        'Student’s name',
        "Student's Email (own)",
        'Parent / Guardian name',
        'Father&Guardian Mobile',
      ),
    ).toEqual(['name', 'email', 'fname', 'fphone'])
  })

  it('of parts of a name count only where no whole name is', () => {
    expect(rolesUnder('Name', 'Surname', 'Email')).toEqual(['name', 'left-out', 'email'])
    expect(rolesUnder('Initials', 'Surname', 'Email')).toEqual(['name', 'name', 'email'])
  })

  it('may be unknown', () => {
    expect(rolesUnder('Name', 'Email', 'Hobby', 'My batches', 'Status')).toEqual([
      ...['name', 'email', null, null, 'left-out'],
    ])
  })

  it.each([
    { title: 'two fields', rows: [['Name', 'Email', 'x']], headLine: 1 },
    { title: 'one field twice', rows: [['Name', 'Student', 'x']], headLine: null },
    {
      title: 'one field and one that is left out',
      rows: [['Name', 'Status', 'x']],
      headLine: null,
    },
    { title: 'an address', rows: [['Name', 'Email', 'a@b.cd']], headLine: null },
    {
      title: '20 titles above',
      rows: [...Array(20).fill(['A title']), ['Name', 'Email']],
      headLine: 21,
    },
    {
      title: '21 titles above',
      rows: [...Array(21).fill(['A title']), ['Name', 'Email']],
      headLine: null,
    },
  ])('have $title: line $headLine', ({ rows, headLine }) => {
    expect(layOutStudents(toRows(...rows)).headLine).toBe(headLine)
  })
})

describe('values tell what a column may be', () => {
  it.each([
    { samples: ['a@b.cd', 'e@f.gh'], role: 'email' },
    { samples: ['a@b.cd', 'none'], role: null },
    { samples: ['React JS', 'php'], role: 'course' },
    { samples: ['React JS', 'cobol'], role: null },
    { samples: ['+91 98200 00001', '9820000001'], role: 'phone' },
    { samples: ['(020) 2567'], role: null },
    { samples: ['982000'], role: null },
    { samples: ['9820000'], role: 'phone' },
    { samples: ['x 9820000'], role: null },
    { samples: ['9820000 x'], role: null },
    { samples: ['Priya Nair', 'Arun K. Das'], role: 'name' },
    { samples: ['Priya Nair', 'Arun'], role: null },
    { samples: ['Jo A'], role: 'name' },
    { samples: ['J A'], role: null },
    { samples: ['1 Priya Nair'], role: null },
    { samples: ['आशा पाटील'], role: 'name' },
  ])('$samples: $role', ({ samples, role }) => {
    const rows = samples.map((sample) => [sample, '---'])
    expect(rolesOf(...rows)).toEqual([
      [role, role === null ? null : 'guess'],
      [null, null],
    ])
  })

  it('but not where a head says the same already', () => {
    const rows = [
      ['Name', 'Email', 'Second address'],
      [...priya.slice(0, 2), 'x@example.com'],
    ]
    expect(rolesOf(...rows).at(-1)).toEqual([null, null])
  })
})

it('lists every problem of its columns', () => {
  const rows = toRows(
    ['Name', 'Name', 'Hobby', 'Phone', 'Mobile', 'Cell', 'Roll no'],
    ['a', 'b', 'c', '1', '2', '3', '4'],
  )
  expect(layOutStudents(rows).problems).toEqual([
    'Say what column C is, or leave it out.',
    'No column is the email.',
    'No column is the course.',
    'Columns D and E and F are both Phone: choose one.',
  ])
})

it('reads sixty columns, and cuts long values', () => {
  const { columns } = layOutStudents(toRows(Array(61).fill('x'.repeat(61))))
  expect(columns).toHaveLength(60)
  expect(columns[0]?.samples).toEqual([`${'x'.repeat(60)}…`])
})

it('reads cells by their columns, and leaves out what has no name', () => {
  const column = { head: '', samples: [], origin: 'head' } as const
  const columns = [
    { ...column, position: 0, role: 'left-out' },
    { ...column, position: 1, role: 'name' },
    { ...column, position: 3, role: null },
    { ...column, position: 4, role: 'email' },
    { ...column, position: 5, role: 'name' },
    { ...column, position: 9, role: 'batch' },
  ] as const
  const body = [
    { line: 4, cells: ['1', ' Priya ', 'x', 'y', 'a@b.cd', ' Nair'] },
    { line: 7, cells: ['2', ' ', 'x', 'y', '', 'Das'] },
  ]
  expect(readImportRows(body, columns)).toEqual([
    { line: 4, values: { name: 'Priya Nair', email: 'a@b.cd' } },
    { line: 7, values: { name: 'Das' } },
  ])
})
