import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emailError, isEmail } from '../accounts/email.ts'
import { parseDate } from './calendar-date.ts'
import {
  courses,
  isAsked,
  isPhone,
  isRequired,
  normalizeRegistration,
  phoneError,
  type RegistrationDraft,
  type RegistrationField,
  referrals,
  registrationFields,
  toMailbox,
  validateRegistration,
  validateRegistrationField,
} from './registration.ts'

const today = { year: 2026, month: 11, day: 21 }

function draft(overrides: RegistrationDraft = {}): RegistrationDraft {
  return {
    name: 'Asha Patil',
    email: 'asha@example.com',
    phone: '+91 98765 43210',
    dob: '21-11-2004',
    gender: 'female',
    fname: 'Ravi Patil',
    fphone: '020 2567 8901',
    laddress: '4 Baner Road, Pune',
    paddress: '4 Baner Road, Pune',
    role: 'student',
    qualification: 'BSc',
    qualificationYear: '2025',
    college: 'Fergusson College',
    course: 'full stack',
    referral: 'Google',
    ...overrides,
  }
}

const professional = {
  role: 'workingProfessional',
  designation: 'Tester',
  company: 'Infosys',
} as const

function listInvalidFields(overrides: RegistrationDraft): string[] {
  return Object.keys(validateRegistration(draft(overrides), today))
}

it('stores names as they look, and addresses with their lines', () => {
  const draft = {
    name: ' Pri\u200bya\nNair\u202e ',
    laddress: 'Flat 12\u200b\r\nPune\n',
    paddress: 'Flat 12\rPune\n\nIndia',
    email: ' a@b.example ',
  }
  expect(normalizeRegistration(draft)).toEqual({
    name: 'Priya Nair',
    laddress: 'Flat 12\nPune',
    paddress: 'Flat 12\nPune\n\nIndia',
    email: 'a@b.example',
  })
  expect(validateRegistrationField('name', '\u200b', today)).toBe('Enter your name')
})

describe('required fields', () => {
  it('accept a student who filled in everything', () => {
    expect(validateRegistration(draft(), today)).toEqual({})
  })

  it('accept a professional without qualification, year and college', () => {
    const none = { qualification: '', qualificationYear: '', college: '' }
    expect(listInvalidFields({ ...professional, ...none })).toEqual([])
  })

  it.each([
    ...(['name', 'email', 'phone', 'dob', 'gender', 'fname', 'fphone'] as const),
    ...(['laddress', 'paddress', 'role', 'course', 'referral'] as const),
  ])('ask everyone for %s', (field) => {
    for (const missing of [undefined, '', '   ']) {
      const errors = validateRegistration(draft({ ...professional, [field]: missing }), today)
      expect(Object.keys(errors)).toEqual([field])
      expect(errors[field]).toMatch(/^(Enter|Choose) /)
    }
  })

  it.each(['qualification', 'qualificationYear', 'college'] as const)(
    'ask only students for %s',
    (field) => {
      expect(listInvalidFields({ [field]: '' })).toEqual([field])
      expect(listInvalidFields({ ...professional, [field]: '' })).toEqual([])
    },
  )

  it.each(['designation', 'company'] as const)('ask only professionals for %s', (field) => {
    expect(listInvalidFields({ ...professional, [field]: '' })).toEqual([field])
    expect(listInvalidFields({ [field]: '' })).toEqual([])
  })

  it('include the other course only when the course is other', () => {
    expect(listInvalidFields({ course: 'other' })).toEqual(['otherCourse'])
    expect(listInvalidFields({ course: 'other', otherCourse: 'Rust' })).toEqual([])
    for (const course of courses.filter((word) => word !== 'other')) {
      expect(listInvalidFields({ course })).toEqual([])
    }
  })

  it("shows the friend's name for referral Friend only, and never insists on it", () => {
    for (const referral of referrals) {
      expect(isAsked('friendName', draft({ referral }))).toBe(referral === 'Friend')
      expect(listInvalidFields({ referral })).toEqual([])
    }
  })

  it('include neither studies nor work without a role', () => {
    expect(listInvalidFields({ role: '', qualification: '', company: '' })).toEqual(['role'])
  })

  it('do not include hidden fields with old values', () => {
    expect(listInvalidFields({ ...professional, qualificationYear: 'last year' })).toEqual([])
    expect(listInvalidFields({ friendName: 'x'.repeat(201) })).toEqual([])
  })

  it('are all reported at once for an empty form', () => {
    expect(Object.keys(validateRegistration({}, today))).toEqual([
      ...['name', 'email', 'phone', 'dob', 'gender', 'fname', 'fphone'],
      ...['laddress', 'paddress', 'role', 'course', 'referral'],
    ])
  })
})

it('requires exactly the fields that may not be empty', () => {
  for (const field of registrationFields) {
    const isRefused = validateRegistrationField(field, '', today) !== undefined
    expect(isRequired(field), field).toBe(isRefused)
  }
  expect(isRequired('aadharFront')).toBe(false)
})

describe('the stored value', () => {
  it('is trimmed, without empty fields', () => {
    const values = normalizeRegistration(
      draft({ name: '  Asha Patil ', otherCourse: ' ', friendName: '' }),
    )
    expect(values.name).toBe('Asha Patil')
    expect(values).not.toHaveProperty('otherCourse')
    expect(values).not.toHaveProperty('friendName')
  })

  it.each([
    { of: 'a student', hidden: ['designation', 'company', 'otherCourse', 'friendName'] },
    { of: 'a professional', hidden: ['qualification', 'qualificationYear', 'college'] },
  ])('of $of is without the fields that are not asked: $hidden', ({ of, hidden }) => {
    const all = Object.fromEntries(registrationFields.map((field) => [field, 'typed']))
    const role = of === 'a student' ? 'student' : 'workingProfessional'
    const values = normalizeRegistration({ ...all, role })
    for (const field of hidden) expect(values).not.toHaveProperty(field)
    expect(values).toHaveProperty('laddress', 'typed')
  })

  it("is the friend's name for referral Friend", () => {
    expect(
      normalizeRegistration(draft({ referral: 'Friend', friendName: ' Usha ' })).friendName,
    ).toBe('Usha')
  })
})

describe('a name', () => {
  it.each([
    'आशा पाटील',
    'Jyoti-राज 🦊',
    "O'Brien",
    '<script>alert(1)</script>',
    '=HYPERLINK("x")',
    '李',
    'x'.repeat(200),
    '🦊'.repeat(200),
  ])('may be %s', (name) => {
    expect(validateRegistrationField('name', name, today)).toBeUndefined()
    expect(normalizeRegistration(draft({ name })).name).toBe(name)
  })

  it('has 200 characters at most, however many bytes each has', () => {
    for (const sign of ['x', 'आ', '🦊']) {
      expect(validateRegistrationField('name', sign.repeat(201), today)).toBe(
        'Use 200 characters or fewer',
      )
    }
  })
})

it('an address has 500 characters at most', () => {
  for (const field of ['laddress', 'paddress'] as const) {
    expect(validateRegistrationField(field, 'x'.repeat(500), today)).toBeUndefined()
    expect(validateRegistrationField(field, 'x'.repeat(501), today)).toBe(
      'Use 500 characters or fewer',
    )
  }
})

describe('a date of birth', () => {
  it.each(['21-11-2004', '29-02-2004', '29-02-2000', '31-12-1999', '20-11-2026', '21-11-1906'])(
    'may be %s',
    (dob) => {
      expect(validateRegistrationField('dob', dob, today)).toBeUndefined()
    },
  )

  it.each([
    ...['2004-11-21', '21/11/2004', '21-11-04', '1-1-2004', '21-11-2004x', ' 21-11-2004', 'today'],
    ...['00-01-2004', '32-01-2004'],
    ...['01-00-2004', '01-13-2004', '२१-११-२००४', '-1-11-2004'],
  ])('is a real day written dd-MM-yyyy, not %j', (dob) => {
    expect(validateRegistrationField('dob', dob, today)).toMatch('day-month-year')
  })

  it.each([
    ['31-02-2004', '31 February does not exist'],
    ['30-02-2004', '30 February does not exist'],
    ['29-02-2023', '29 February 2023 does not exist'],
    ['29-02-1900', '29 February 1900 does not exist'],
    ['31-04-2004', '31 April does not exist'],
    ['31-02-2093', '31 February does not exist'],
    ['01-01-2027', 'The year is in the future'],
    ['01-01-9999', 'The year is in the future'],
  ])('is a day of the past, unlike %s: %s', (dob, error) => {
    expect(validateRegistrationField('dob', dob, today)).toBe(error)
  })

  it.each(['21-11-2026', '22-11-2026', '01-12-2026'])('is in the past, not %s', (dob) => {
    expect(validateRegistrationField('dob', dob, today)).toMatch('in the past')
  })

  it.each(['31-12-1905', '01-01-0001'])('is of somebody alive, not %s', (dob) => {
    expect(validateRegistrationField('dob', dob, today)).toMatch('120 years')
  })

  it('is read as a calendar reads it, any day of four centuries', () => {
    const day = fc.record({
      day: fc.nat(32),
      month: fc.nat(13),
      year: fc.integer({ min: 1800, max: 2200 }),
    })
    fc.assert(
      fc.property(day, ({ day, month, year }) => {
        const two = (number: number) => String(number).padStart(2, '0')
        const real = new Date(Date.UTC(year, month - 1, day))
        const exists = real.getUTCMonth() === month - 1 && real.getUTCDate() === day
        expect(parseDate(`${two(day)}-${two(month)}-${year}`)).toEqual(
          exists ? { day, month, year } : undefined,
        )
      }),
      { numRuns: 500 },
    )
  })
})

describe('a phone number', () => {
  it.each([
    ...['+91 98765 43210', '9876543210', '(020) 2567-8901', '1234567', '123456789012345'],
    ...['+1-800-555-0199', '98765.43210', '020.2567.8901'],
  ])('may be %s', (phone) => {
    expect(isPhone(phone)).toBe(true)
    expect(validateRegistrationField('phone', phone, today)).toBeUndefined()
  })

  it.each([
    ...['123456', '1234567890123456', '98765 4321o', '++++++++', '.......', '٩٨٧٦٥٤٣٢١٠'],
    ...['98765\n43210', '0x1234567', '+91 98765 43210 ext. 4'],
  ])('has 7 to 15 digits and nothing but + - ( ) . and spaces, unlike %j', (phone) => {
    expect(isPhone(phone)).toBe(false)
    expect(validateRegistrationField('fphone', phone, today)).toBe(phoneError)
  })

  it('may be typed in Devanagari, and has the digits 0 to 9', () => {
    const typed = '+९१ ९८७६५.४३२१०'
    expect(validateRegistrationField('phone', typed, today)).toBeUndefined()
    expect(normalizeRegistration(draft({ phone: typed })).phone).toBe('+91 98765.43210')
  })

  it('is kept as typed', () => {
    expect(normalizeRegistration(draft({ phone: '(020) 2567-8901' })).phone).toBe('(020) 2567-8901')
  })
})

describe('an e-mail address', () => {
  it.each([
    ...['asha@example.com', 'a@b.co', 'first.last+tag@mail.example.co.in', "o'brien@example.com"],
    ...['ASHA@EXAMPLE.COM', 'आशा@उदाहरण.भारत', `${'x'.repeat(64)}@example.com`],
  ])('may be %s', (email) => {
    expect(isEmail(email)).toBe(true)
  })

  it.each([
    ...['asha', 'asha@', '@example.com', 'asha@example', 'asha@.com', 'asha@example..com'],
    ...['asha@example.com.', 'a sha@example.com', 'asha@exa mple.com', 'asha@@example.com'],
    ...['asha@example.com, usha@example.com', '<asha@example.com>', 'asha@example.com\nBcc: x@y.z'],
    ...['Asha <asha@example.com>', `${'x'.repeat(65)}@example.com`, `a@${'b'.repeat(251)}.co`],
  ])('is one address, not %j', (email) => {
    expect(isEmail(email)).toBe(false)
    expect(validateRegistration(draft({ email }), today).email).toBeDefined()
  })

  it('is asked for with an example', () => {
    expect(validateRegistrationField('email', 'asha', today)).toBe(emailError)
    expect(emailError).toContain('name@example.com')
  })
})

it.each(['1900', '2025', '2026', '2036'])('a year of qualification may be %s', (year) => {
  expect(validateRegistrationField('qualificationYear', year, today)).toBeUndefined()
})

it.each(['1899', '25', '20255', 'two', '-2025', '2e3 '])(
  'a year of qualification has four digits and is of our time, unlike %j',
  (year) => {
    expect(validateRegistrationField('qualificationYear', year, today)).toMatch('four digits')
  },
)

it.each([
  { field: 'gender', word: 'Male' },
  { field: 'role', word: 'admin' },
  { field: 'course', word: 'Full Stack' },
  { field: 'course', word: 'cobol' },
  { field: 'referral', word: 'google' },
  { field: 'referral', word: '__proto__' },
] as const)(
  'accepts the values of a list only as they are spelt: $field is not $word',
  (entered) => {
    expect(validateRegistrationField(entered.field, entered.word, today)).toMatch(/^Choose /)
  },
)

it('validates any text without throwing, and one field as the whole form does', () => {
  const text = fc.oneof(
    fc.array(fc.nat({ max: 0x10ffff })).map((signs) => String.fromCodePoint(...signs)),
    fc.constantFrom('student', 'other', 'Friend'),
  )
  const anyDraft = fc.dictionary(fc.constantFrom(...registrationFields), text)
  fc.assert(
    fc.property(anyDraft, (entered) => {
      const errors = validateRegistration(entered, today)
      for (const field of registrationFields) {
        const fieldError = validateRegistrationField(field, entered[field]?.trim() ?? '', today)
        expect(errors[field]).toBe(isAsked(field, entered) ? fieldError : undefined)
      }
    }),
    { numRuns: 100 },
  )
})

it('finds no error in the stored values of a valid draft', () => {
  const name = fc.string({ minLength: 1, maxLength: 60 }).filter((text) => text.trim() !== '')
  const validDraft = fc.record({
    name,
    role: fc.constantFrom('student', 'workingProfessional'),
    referral: fc.constantFrom(...referrals),
    course: fc.constantFrom(...courses),
  })
  fc.assert(
    fc.property(validDraft, (entered) => {
      const values = normalizeRegistration(
        draft({ ...professional, otherCourse: 'Rust', ...entered }),
      )
      expect(
        validateRegistration(values as Partial<Record<RegistrationField, string>>, today),
      ).toEqual({})
    }),
    { numRuns: 100 },
  )
})

it.each([
  ['Asha@Example.com ', 'asha@example.com'],
  ['asha+1@example.com', 'asha@example.com'],
  ['asha+1+2@example.com', 'asha@example.com'],
  ['asha@a+b.example', 'asha@a+b.example'],
  ['asha', 'asha'],
])('reads the mailbox of %j as %j', (email, mailbox) => {
  expect(toMailbox(email)).toBe(mailbox)
})

it.each(['2037', '9999'])('a year of qualification is not far off, unlike %s', (year) => {
  expect(validateRegistrationField('qualificationYear', year, today)).toBe(
    'The year is in the future',
  )
})
