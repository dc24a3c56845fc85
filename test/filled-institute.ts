import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What only an institute knows, as an institute fills it; hostile text has to stay text. */
const files: Readonly<Record<string, object>> = {
  'batches.ts': {
    batches: [
      { course: 'Full Stack', starts: '2096-03-05', schedule: 'शनिवार, 10 am to 2 pm' },
      {
        course: 'Full Stack',
        starts: '2096-01-09',
        schedule: 'Monday to Friday, 6:30 to 8:30 pm',
        detail: 'In <b>Marathi</b> & English',
      },
      { course: 'Night batch of 2020', starts: '2020-01-06', schedule: 'Sunday' },
    ],
  },
  'fees.ts': {
    fees: [
      {
        course: 'Full Stack',
        amount: 60_000,
        instalments: [
          { when: 'On joining', amount: 30_000 },
          { when: 'After three months', amount: 32_000 },
        ],
        note: 'Books are included.',
      },
      { course: 'Redux', amount: 4_500, instalments: [] },
    ],
  },
  'trainers.ts': {
    trainers: [
      {
        name: 'Sunita Pawar',
        teaches: 'React JS and Redux',
        about: 'Eight years of web shops before she began to teach. Asks <i>why</i> more than how.',
      },
      { name: 'Joseph D’Souza', teaches: 'Databases', about: 'Draws each join on the board.' },
      { name: 'अनिल कुलकर्णी', teaches: 'HTML/CSS/JS', about: 'पहिल्या दिवसापासून सोबत.' },
    ],
  },
  'projects.ts': {
    projects: [
      {
        title: 'Seva, a clinic’s queue',
        student: 'Priya Nair',
        text: 'Patients see on their phone when it is their turn. In use at one clinic.',
        link: 'https://seva.example/queue',
        consent: { givenOn: '2026-10-02' },
      },
      {
        title: 'Bazaar ledger',
        student: 'Imran Khan',
        text: 'Keeps what a market stall lends & gets back.',
        consent: { givenOn: '2026-10-02' },
      },
      {
        title: 'Withdrawn work',
        student: 'Gone Student',
        text: 'No page holds this.',
        consent: { givenOn: '2026-10-02', withdrawnOn: '2026-10-03' },
      },
    ],
  },
  'visiting.ts': {
    hours: [
      { days: 'Monday to Saturday', time: '10 am to 7 pm' },
      { days: 'Sunday', time: 'by appointment' },
    ],
    whatsApp: '+91 98222 12345',
    directions: 'https://maps.example/sahyadri?a=1&b="2"',
  },
}

export function fillInstitute(folder: string) {
  for (const [name, exported] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    const text = Object.entries(exported).map(
      ([key, value]) => `export const ${key} = ${JSON.stringify(value)}\n`,
    )
    writeFileSync(join(folder, name), text.join(''))
  }
}
