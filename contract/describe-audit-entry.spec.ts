import { expect, it } from 'vitest'
import { findActionsByLabel, toActorLabel } from './audit-labels.ts'
import type { AuditEntry } from './audit-log.ts'
import { describeEntry, describeOthers } from './describe-audit-entry.ts'

type Part = Pick<AuditEntry, 'action'> & Partial<AuditEntry>

const createEntry = (overrides: Part): AuditEntry => ({
  _id: 'e1',
  at: '2026-11-21T04:30:00.000Z',
  actor: 'asha@example.com',
  actorKind: 'account',
  about: [],
  more: 0,
  erasedStudents: 0,
  detail: {},
  values: {},
  address: null,
  ...overrides,
})

it.each<[Part, string[]]>([
  [
    { action: 'student.updated', detail: { fields: ['remarks', 'startDate'] } },
    ['Remarks, start date'],
  ],
  [
    {
      action: 'student.updated',
      detail: { fields: ['fees', 'extraTimePercent', 'email'] },
      values: { fees: { from: null, to: 125_000 }, extraTimePercent: { from: 0, to: 25 } },
    },
    ['Email address', 'Fees: set to ₹1,25,000', 'Extra time: from 0 % to 25 %'],
  ],
  [{ action: 'student.updated', detail: { fields: ['shoeSize'] } }, ['ShoeSize']],
  [
    {
      action: 'student.updated',
      detail: { fields: ['email', 'course', 'assistiveTools', 'remarks'] },
      values: {
        email: { from: 'a@b.co', to: 'c@d.co' },
        course: { from: 'php', to: 'react js' },
        assistiveTools: { from: false, to: true },
        remarks: { from: null, to: 'x'.repeat(5000) },
      },
    },
    [
      'Email address: from a@b.co to c@d.co',
      'Course: from PHP to React JS',
      'Assistive tools: from off to on',
      `Remarks: set to ${'x'.repeat(200)}…`,
    ],
  ],
  [
    {
      action: 'exam.updated',
      detail: { fields: ['title', 'questions'], unlisted: 2 },
      values: {
        title: { from: 'HTML', to: 'HTML 5' },
        'questions.3.question': { from: 'What?', to: null },
        'questions.3.key': { from: 'A', to: 'B' },
        'questions.4.option-C': { from: 'one', to: 'two' },
        'questions.4.picture': { from: null, to: 'Xy_1' },
        'questions.order': { from: '1 2', to: '2 1' },
      },
    },
    [
      'Title: from HTML to HTML 5',
      'Question 3: from What? to nothing',
      'Question 3, correct answer: from A to B',
      'Question 4, option C: from one to two',
      'Question 4, picture: set to a picture',
      'Order of the questions: from 1 2 to 2 1',
      '2 more changes of questions',
    ],
  ],
  [
    {
      action: 'exam.updated',
      detail: {
        fields: ['integrityMode', 'navigation', 'attemptsAllowed', 'duration', 'questions'],
      },
      values: {
        integrityMode: { from: 'strict', to: 'observe' },
        navigation: { from: 'forward', to: 'free' },
        attemptsAllowed: { from: 1, to: 0 },
        duration: { from: 30, to: 1440 },
        'questions.2.kind': { from: 'single-choice', to: 'multiple-choice' },
      },
    },
    [
      'What happens when a student leaves: from Strict to Observe',
      'Way through the paper: from Forward to Free',
      'Attempts allowed: from 1 to no limit',
      'Duration: from 30 mins to 1,440 mins',
      'Question 2, kind: from Single choice to Multiple choice',
    ],
  ],
  [{ action: 'exam.erased', values: { title: 'HTML' } }, ['HTML']],
  [{ action: 'identity.viewed', detail: { side: 'back' } }, ['Back']],
  [{ action: 'mail.failed-resent', detail: { count: 1 } }, ['1 email']],
  [
    { action: 'attempt.extended', detail: { minutes: 5 }, values: { why: 'Power cut' } },
    ['5 minutes', 'Power cut'],
  ],
  [{ action: 'mail.resent', detail: { kind: 'login-details' } }, ['Login details']],
  [
    {
      action: 'student.updated',
      detail: { fields: ['gender', 'startDate'] },
      values: {
        gender: { from: 'male', to: 'other' },
        startDate: { from: null, to: '2026-12-01' },
      },
    },
    ['Gender: from Male to Other', 'Start date: set to 01-12-2026'],
  ],
  [{ action: 'scores.exported', detail: { count: 125_000, format: 'csv' } }, ['1,25,000 as CSV']],
  [{ action: 'session.ended', detail: { count: 1 } }, ['1 session']],
  [{ action: 'staff.logged-out', detail: { count: 3 } }, ['3 sessions']],
  [
    { action: 'late-answers.accepted', detail: { count: 2, before: 7, after: 9 } },
    ['2 answers', 'Score: from 7 to 9'],
  ],
  [{ action: 'staff.invited', detail: { role: 'office' } }, ['Office']],
  [
    { action: 'staff.role-changed', detail: { from: 'office', to: 'teacher' } },
    ['Role: from Office to Teacher'],
  ],
  [{ action: 'staff.role-changed', detail: { from: 'none', to: 'owner' } }, ['Role: set to Owner']],
  [
    { action: 'students.exported', detail: { count: 125_000, format: 'xlsx' } },
    ['1,25,000 as XLSX'],
  ],
  [
    {
      action: 'answer-key.corrected',
      detail: { key: 'everyone', changed: 1 },
      values: { question: 'What is JSX?', why: 'Two were right' },
    },
    ['“What is JSX?”', 'Marked right for everyone; 1 score changed', 'Two were right'],
  ],
  [
    { action: 'results.unreleased', detail: { stopped: 3, sent: 9 }, values: { why: 'Too early' } },
    ['3 emails stopped, 9 sent before', 'Too early'],
  ],
  [{ action: 'session.started' }, []],
  [
    {
      action: 'login.failed',
      detail: { call: 'POST.api.auth.studentLogin', more: 5 },
      values: { typed: 'a digest' },
    },
    ['Student login', '5 more within a minute', 'An email address that no account has'],
  ],
  [{ action: 'call.denied', detail: { call: 'PUT.api.test.:testId' } }, ['PUT /api/test/:testId']],
  [{ action: 'score.forged', detail: { claimed: 20, score: 3 } }, ['20 instead of 3']],
])('describes %j: %j', (overrides, lines) => {
  expect(describeEntry(createEntry(overrides))).toEqual(lines)
})

it.each<[Part, string]>([
  [{ action: 'session.started' }, 'asha@example.com'],
  [{ action: 'session.started', actor: null, actorKind: 'erased' }, 'An erased account'],
  [{ action: 'session.started', actor: null, actorKind: 'erased-student' }, 'Erased student'],
  [{ action: 'students.erased', actor: null, actorKind: 'none' }, 'The server'],
  [{ action: 'login.failed', actor: null, actorKind: 'none' }, 'A visitor'],
  [
    { action: 'admin.added', actor: null, actorKind: 'none', detail: { via: 'command-line' } },
    'npm run admin',
  ],
])('names who did %j: %s', (overrides, label) => {
  expect(toActorLabel(createEntry(overrides))).toBe(label)
})

it('finds actions by the words of their label', () => {
  expect(findActionsByLabel('UPDATED a ')).toEqual(['student.updated', 'exam.updated'])
  expect(findActionsByLabel(' ')).toEqual([])
})

it.each([
  [{ more: 0, erasedStudents: 0 }, ''],
  [{ more: 1, erasedStudents: 1 }, 'Erased student'],
  [{ more: 20, erasedStudents: 20 }, '20 erased students'],
  [{ more: 1, erasedStudents: 0 }, 'Erased since'],
  [{ more: 3, erasedStudents: 1 }, '3, erased since'],
])('describes the changes %o: %s', (others, words) => {
  expect(describeOthers({ about: [], ...others })).toBe(words)
  const about = [{ name: 'Asha', path: null }]
  expect(describeOthers({ about, ...others })).toBe(others.more ? ` and ${others.more} more` : '')
})

it('groups the digits of many', () => {
  const others = { about: [], more: 125_000, erasedStudents: 125_000 }
  expect(describeOthers(others)).toBe('1,25,000 erased students')
})
