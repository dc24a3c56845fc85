import writeWorkbook from 'write-excel-file/universal'
import { createSeededRandom, shuffleIndexes } from '#core/random.ts'
import type { ErrorKind } from '#core/students/import/check-import.ts'
import { courses } from '#core/students/registration.ts'

type Row = { name: string; email: string; phone: string | number; course: string; parent: string }

/** Errors to plant in a row, and the kind that must be reported. The row before is ready. */
const slips: readonly { kind: ErrorKind; plant: (row: Row, before: Row) => Partial<Row> }[] = [
  {
    kind: 'misspelt',
    plant: ({ email }) => ({ email: email.replace('example.com', 'gmial.com') }),
  },
  { kind: 'email', plant: ({ email }) => ({ email: email.replace('@', ' at ') }) },
  { kind: 'email', plant: () => ({ email: '' }) },
  { kind: 'name', plant: () => ({ name: '' }) },
  { kind: 'course', plant: () => ({ course: 'MERN bootcamp' }) },
  { kind: 'course', plant: () => ({ course: '' }) },
  { kind: 'phone', plant: () => ({ phone: '98140' }) },
  { kind: 'phone', plant: () => ({ parent: 'father: same' }) },
  { kind: 'shared', plant: (_, before) => ({ email: before.email.toUpperCase() }) },
  { kind: 'shared', plant: (_, before) => ({ email: before.email, name: before.name }) },
]

const firstNames = ['Aditya', 'Bhavna', 'Chetan', 'Divya', 'Esha', 'Farhan', 'Gauri', 'Harpreet']
const lastNames = ['Nair', 'Kulkarni', 'Banerjee', 'Subramanian', 'Kaur', 'Dolma', 'Jadhav', 'Rao']

type StudentTableOptions = { readonly seed: number; readonly rows: number; readonly errors: number }

/** A table of students in which some rows have a fault, each by its line. */
export function createStudentTable({ seed, rows: count, errors: errorCount }: StudentTableOptions) {
  const random = createSeededRandom(seed)
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item
  const rows = Array.from({ length: count }, (_, at): Row => {
    const name = `${pick(firstNames)} ${pick(lastNames)} ${toWord(at)}`
    const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.com`
    const phone = 9_000_000_000 + Math.floor(random() * 999_999_999)
    const course = pick(courses.filter((one) => one !== 'other')).toUpperCase()
    return {
      name,
      email,
      phone: at % 3 === 0 ? phone : `+91 ${phone}`,
      course,
      parent: `0${phone}`,
    }
  })
  const errors = new Map<number, ErrorKind>()
  // Never two neighbours: a row that shares an address needs a ready one before it.
  const places = shuffleIndexes(Math.floor(count / 2), seed).slice(0, errorCount)
  for (const [n, place] of places.entries()) {
    const at = place * 2 + 1
    const slip = slips[n % slips.length] as (typeof slips)[number]
    const [row, before] = [rows[at] as Row, rows[at - 1] as Row]
    Object.assign(row, slip.plant(row, before))
    errors.set(at + 2, slip.kind)
  }
  return { rows, errors }
}

/** Letters that no other row has. */
function toWord(index: number): string {
  return `${index}`.replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')
}

/** As a program of others would write it: headings of its own, numbers as numbers, a sheet before. */
export async function writeStudentWorkbook(rows: readonly Row[]): Promise<ArrayBuffer> {
  const heads = ['S. No.', 'Student Name', 'E-mail ID', 'Mobile No.', 'Course', 'Parent’s phone']
  const cells = rows.map(({ name, email, phone, course, parent }, at) => [
    { value: at + 1 },
    ...[name, email, phone, course, parent].map((value) => (value === '' ? null : { value })),
  ])
  const workbook = writeWorkbook([
    { sheet: 'Read me', data: [[{ value: 'Admissions, November' }]] },
    { sheet: 'Nov intake', data: [heads.map((value) => ({ value })), ...cells] },
  ])
  return (await workbook.toBlob()).arrayBuffer()
}
