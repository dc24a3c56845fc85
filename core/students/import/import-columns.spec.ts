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
