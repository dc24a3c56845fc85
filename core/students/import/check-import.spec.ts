import { describe, expect, it } from 'vitest'
import { checkImport, type KnownAccount } from './check-import.ts'
import { type ImportValues, normalizeValues } from './import-rows.ts'

const today = { year: 2026, month: 11, day: 21 }
const priya = { name: 'Priya Nair', email: 'priya.nair@gmail.com', course: 'full stack' }

function check(
  rows: readonly ImportValues[],
  known: readonly KnownAccount[] = [],
  confirmed: number[] = [],
) {
  const numbered = rows.map((values, at) => ({ line: at + 2, values: normalizeValues(values) }))
  return checkImport(numbered, { known, today, confirmedLines: new Set(confirmed) })
}
const errorsOf = (values: ImportValues) =>
  check([values])[0]?.errors.map(({ field, message }) => [field, message])

it('requires a name, an address and a course, and nothing else', () => {
  expect(errorsOf(priya)).toEqual([])
  expect(errorsOf({})).toEqual([
    ['name', 'Enter the name'],
    ['email', 'Enter the email address'],
    ['course', 'Choose a course'],
  ])
})

it.each([
  [{ ...priya, email: 'priya at gmail.com' }, 'email', /^Enter an email address/],
  [{ ...priya, phone: '98140' }, 'phone', 'Enter a phone number with 7 to 15 digits'],
  [{ ...priya, fphone: 'none' }, 'fphone', 'Enter a phone number with 7 to 15 digits'],
  [{ ...priya, course: 'MERN bootcamp' }, 'course', 'This is none of our courses. Choose one'],
  [{ ...priya, dob: '31-02-2004' }, 'dob', '31 February does not exist'],
  [{ ...priya, dob: '21-11-2027' }, 'dob', 'The year is in the future'],
  [{ ...priya, gender: 'x' }, 'gender', 'Choose the gender'],
  [{ ...priya, name: 'P'.repeat(201) }, 'name', 'Use 200 characters or fewer'],
] as const)('judges each cell as the registration does: %#', (values, field, message) => {
  expect(errorsOf(values)).toEqual([
    [field, typeof message === 'string' ? message : expect.stringMatching(message)],
  ])
})

it.each([
  [{ course: 'ReactJS' }, { course: 'react js' }],
  [{ course: 'Full-Stack Course' }, { course: 'full stack' }],
  [{ gender: 'F' }, { gender: 'female' }],
  [{ dob: '21/11/2004' }, { dob: '21-11-2004' }],
  [{ email: ' mailto:a@b.cd ' }, { email: 'a@b.cd' }],
  [{ name: '<script>  x' }, { name: '<script> x' }],
])('reads %j as %j', (typed, read) => {
  expect(normalizeValues(typed)).toEqual(read)
})

it('asks about an address that looks misspelt, until it is confirmed', () => {
  const [row] = check([{ ...priya, email: 'priya@gmail.con' }])
  expect(row?.errors).toEqual([
    {
      field: 'email',
      kind: 'misspelt',
      message: 'Did you mean gmail.com?',
      suggestion: 'priya@gmail.com',
    },
  ])
  expect(check([{ ...priya, email: 'priya@gmail.con' }], [], [2])[0]?.errors).toEqual([])
})

describe('an address in two rows', () => {
  it('is an error of the second row; the first is ready', () => {
    const [first, second] = check([priya, { ...priya, name: 'Arjun Nair' }])
    expect(first?.errors).toEqual([])
    expect(second?.errors).toMatchObject([
      {
        kind: 'shared',
        message: 'Row 2 has this address. It is the login: enter one of their own',
        suggestion: 'priya.nair+arjun@gmail.com',
      },
    ])
  })

  it('of the same person asks to exclude one row', () => {
    const again = { ...priya, name: 'NAIR, Priya', email: 'PRIYA.NAIR@gmail.com' }
    expect(check([priya, again])[1]?.errors[0]?.message).toMatch(/^Also in row 2, same person\?/)
  })

  it('is no error once they differ, even in parts that the mailbox ignores', () => {
    const arjun = { ...priya, name: 'Arjun Nair', email: 'priya.nair+arjun@gmail.com' }
    expect(check([priya, arjun]).flatMap(({ errors }) => errors)).toEqual([])
  })
})

describe('an address that has an account', () => {
  it('of the same student is no error, as they are here already', () => {
    const [row] = check([priya], [{ email: 'priya.nair@gmail.com', studentName: 'Priya S. Nair' }])
    expect(row).toMatchObject({ isHere: true, errors: [] })
  })

  it('of another student says whose it is, and what to do', () => {
    const [row] = check([priya], [{ email: 'priya.nair@gmail.com', studentName: 'Suresh Nair' }])
    expect(row).toMatchObject({ isHere: false })
    expect(row?.errors[0]?.message).toBe(
      'This is the login of Suresh Nair. Enter an address of their own',
    )
  })

  it('of staff is an error without a name', () => {
    const [row] = check([priya], [{ email: 'priya.nair@gmail.com', studentName: null }])
    expect(row?.errors[0]?.message).toMatch(/^A member of staff has this address/)
  })
})

it('accepts a roll number once, and does not change the student who has it', () => {
  const numbered = [
    { rollNumber: 'A-7', email: 'asha@example.com', studentName: 'Asha Rao' },
    { rollNumber: 'A-9', email: priya.email, studentName: 'Priya Nair' },
  ]
  const own = (name: string) => ({ ...priya, name, email: `${name.toLowerCase()}@example.com` })
  const rows = [
    { ...own('Nila'), rollNumber: ' a-7 ' },
    { ...priya, rollNumber: 'a-9' },
    { ...own('Arun'), rollNumber: 'a-8' },
    { ...own('Esha'), rollNumber: 'A-8 ' },
    { ...own('Dev'), rollNumber: '--' },
    own('Gauri'),
  ].map((values, at) => ({ line: at + 2, values: normalizeValues(values) }))
  const found = checkImport(rows, { known: [], today, numbered })
  expect(found.map(({ errors }) => errors.map(({ field, message }) => [field, message]))).toEqual([
    [['rollNumber', 'Asha Rao has this roll number (asha@example.com)']],
    [],
    [],
    [['rollNumber', 'Row 4 has this roll number']],
    [['rollNumber', 'Use a letter or a digit']],
    [],
  ])
})

describe('a row that is checked', () => {
  it('keeps its values and says which kind of error each field has', () => {
    const faulty = { name: '', email: 'a', course: 'x', phone: '1', fphone: '2', dob: '3' }
    const [row] = check([faulty])
    expect(row).toMatchObject({ line: 2, values: faulty, isHere: false })
    expect(row?.errors.map(({ field, kind }) => [field, kind])).toEqual([
      ['name', 'name'],
      ['email', 'email'],
      ['course', 'course'],
      ['phone', 'phone'],
      ['fphone', 'phone'],
      ['dob', 'other'],
    ])
    expect(check([priya])).toEqual([{ line: 2, values: priya, errors: [], isHere: false }])
  })

  it('with a faulty address is not the first one of that address', () => {
    const [, second] = check([
      { ...priya, email: 'priya' },
      { ...priya, email: 'priya' },
    ])
    expect(second?.errors).toHaveLength(1)
  })

  it('is the first one of its address, even if it has other errors', () => {
    const [, second] = check([
      { ...priya, course: 'x' },
      { ...priya, name: 'Arjun Nair' },
    ])
    expect(second?.errors.map(({ kind }) => kind)).toEqual(['shared'])
    const [first] = check([{ ...priya, email: 'priya@gmail.con' }, priya])
    expect(first?.errors.map(({ kind }) => kind)).toEqual(['misspelt'])
  })

  it('with an account is not asked whether its address is misspelt', () => {
    const email = 'priya@gmail.con'
    const known = [{ email: 'PRIYA@gmail.con', studentName: 'Priya Nair' }]
    expect(check([{ ...priya, email }], known)[0]).toMatchObject({ isHere: true, errors: [] })
  })

  it('is here with its other errors', () => {
    const known = [{ email: priya.email, studentName: 'Priya Nair' }]
    const [row] = check([{ ...priya, phone: '1' }], known)
    expect(row).toMatchObject({ isHere: true, errors: [{ field: 'phone' }] })
  })

  it('without a name has that error alone', () => {
    const known = [{ email: priya.email, studentName: 'Suresh Nair' }]
    expect(check([{ ...priya, name: '' }], known)[0]?.errors).toEqual([
      { field: 'name', kind: 'name', message: 'Enter the name' },
    ])
  })

  it('with the login of another student suggests an own address', () => {
    const known = [{ email: priya.email, studentName: 'Suresh Nair' }]
    expect(check([priya], known)[0]?.errors).toEqual([
      {
        field: 'email',
        kind: 'shared',
        message: 'This is the login of Suresh Nair. Enter an address of their own',
        suggestion: 'priya.nair+priya@gmail.com',
      },
    ])
  })

  it('of staff is no student', () => {
    expect(check([priya], [{ email: priya.email, studentName: null }])[0]?.errors).toEqual([
      {
        field: 'email',
        kind: 'shared',
        message: 'A member of staff has this address. Enter the student’s own',
      },
    ])
  })

  it('of a batch that is unknown says so', () => {
    const row = { line: 2, values: { ...priya, batch: 'B1' } }
    expect(checkImport([row], { known: [], today, batches: ['B2'] })[0]?.errors).toEqual([
      {
        field: 'batch',
        kind: 'other',
        message: 'There is no batch of this name. Correct it, leave it empty, or create the batch',
      },
    ])
  })

  it('of the same student in other capitals keeps the roll number', () => {
    const numbered = [{ rollNumber: 'A-9', email: priya.email, studentName: 'Priya Nair' }]
    const row = { line: 2, values: { ...priya, email: 'Priya.Nair@GMAIL.com', rollNumber: 'A-9' } }
    expect(checkImport([row], { known: [], today, numbered })[0]?.errors).toEqual([])
  })
})
