import { expect, it } from 'vitest'
import { type WordFile, wordFiles } from './words.ts'

/** "fees.0.amount: Write an amount above 0", for each thing that is not right. */
function check(name: WordFile, exported: object): readonly string[] {
  const { error } = wordFiles[name].safeParse(exported)
  return error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []
}

const batch = { course: 'Full Stack', starts: '2027-01-11', schedule: 'Saturday' }

it.each(['2027-02-29', '11-01-2027', '2027-1-11', ''])('a batch cannot start on "%s"', (starts) => {
  expect(check('batches.ts', { batches: [batch, { ...batch, starts }] })).toEqual([
    'batches.1.starts: Write a day that exists, like 2027-01-11',
  ])
})

it('a past batch may stay in the file', () => {
  expect(check('batches.ts', { batches: [{ ...batch, starts: '2020-01-06' }] })).toEqual([])
})

const visiting = { hours: [], whatsApp: '', directions: '' }

it.each(['+91 98765 43210', '+919876543210', '+91-20-5550 1234'])(
  '%s is a valid WhatsApp number',
  (whatsApp) => {
    expect(check('visiting.ts', { ...visiting, whatsApp })).toEqual([])
  },
)

it.each(['98765 43210', '+91 98765 CALL', '+91', '+91 98765 43210 12345', '+91  98765'])(
  '%s is no valid WhatsApp number',
  (whatsApp) => {
    expect(check('visiting.ts', { ...visiting, whatsApp })).toEqual([
      'whatsApp: Write it with + and the code of the country, like +91 98765 43210',
    ])
  },
)

it.each(['http://maps.example/a', 'maps.example/a', 'javascript:alert(1)'])(
  '%s is no link to a map',
  (directions) => {
    expect(check('visiting.ts', { ...visiting, directions })).toEqual([
      'directions: Write a link that begins with https://',
    ])
  },
)

it('instalments below the fee are refused, and so is an amount in words', () => {
  const plan = { course: 'Full Stack', amount: 60_000 }
  const instalments = [{ when: 'On joining', amount: 30_000 }]
  expect(check('fees.ts', { fees: [{ ...plan, instalments }] })).toEqual([
    'fees.0.instalments: Together they are less than the amount',
  ])
  expect(check('fees.ts', { fees: [{ ...plan, amount: '₹60,000', instalments: [] }] })).toEqual([
    'fees.0.amount: Write whole units, without separators',
  ])
})

const project = { title: 'Seva', student: 'Priya Nair', text: 'A shop.' }

it.each([undefined, null, '2026-10-02', true])(
  'a project whose consent is %s is refused',
  (consent) => {
    expect(check('projects.ts', { projects: [{ ...project, consent }] })).toEqual([
      'projects.0.consent: Say when the student agreed in writing, as in consent: { givenOn: "2026-10-02" }, or leave the project out',
    ])
  },
)

it.each([
  { consent: {}, field: 'givenOn' },
  { consent: { givenOn: 'yes' }, field: 'givenOn' },
  { consent: { givenOn: '2026-10-02', withdrawnOn: '2026-13-02' }, field: 'withdrawnOn' },
])('a project whose consent has no real date is refused: $consent', ({ consent, field }) => {
  expect(check('projects.ts', { projects: [{ ...project, consent }] })).toEqual([
    `projects.0.consent.${field}: Write a day that exists, like 2026-10-02`,
  ])
})

it('the link of a project is https', () => {
  const link = 'http://seva.example'
  const consent = { givenOn: '2026-10-02' }
  expect(check('projects.ts', { projects: [{ ...project, consent, link }] })).toEqual([
    'projects.0.link: Write a link that begins with https://',
  ])
})
