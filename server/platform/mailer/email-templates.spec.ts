import { expect, it } from 'vitest'
import type { Email } from './email.ts'
import { renderEmail } from './email-templates.ts'

const url = 'https://exams.example.org'
const to = { name: 'Asha Kulkarni', address: 'asha@example.com' }
const passwordEmail: Email = {
  kind: 'one-time-password',
  to,
  accountId: 'a1',
  role: 'student',
  password: 'kfwm-p7xz-9tqh',
  expiresAt: Date.UTC(2026, 10, 24, 4, 32),
}
const resultEmail: Email = {
  kind: 'result',
  to,
  accountId: 'a1',
  examId: 'e1',
  attemptId: 't1',
  title: 'JavaScript fundamentals',
  score: 16,
  total: 20,
  percentage: 80,
}
const makeUpEmail: Email = {
  kind: 'make-up-window',
  to,
  accountId: 'a1',
  examId: 'e1',
  title: 'JavaScript fundamentals',
  opensAt: Date.UTC(2026, 10, 25, 4, 30),
  closesAt: Date.UTC(2026, 10, 25, 5, 30),
  latestEntryAt: Date.UTC(2026, 10, 25, 4, 50),
  endsAtClosing: false,
}
const registrationEmail: Email = {
  kind: 'registration',
  studentId: 's1',
  studentName: 'Asha Kulkarni',
  course: 'full stack',
}

it('the first email has the password, its expiry, the login page and what comes next', () => {
  const { to: recipient, subject, text, html } = renderEmail(passwordEmail, url)
  expect(recipient).toEqual(to)
  expect(subject).toBe('Welcome to FSL Academy: your one-time password')
  for (const body of [text, html]) {
    expect(body).toContain('Hello Asha Kulkarni,')
    expect(body).toContain('kfwm-p7xz-9tqh')
    expect(body).toContain(
      'It works for 72 hours, until 24 Nov 2026, 10:02 am (India Standard Time).',
    )
    expect(body).toContain('https://exams.example.org/student/login')
    expect(body).toContain('What happens next')
    expect(body).toContain('“Forgot password?” on the login page sends you a new one')
  }
  expect(html).toContain('href="https://exams.example.org/student/login"')
})

it.each([
  'one-time-password',
  'forgotten-password',
  'login-details',
  'staff-invitation',
  'student-added',
] as const)('no email says that the password works only once: %s', (kind) => {
  const { text, html } = renderEmail({ ...passwordEmail, kind }, url)
  for (const body of [text, html]) expect(body).not.toMatch(/password[^.]*\bonce[.,]|with it once/)
})

it('an email to an admin links the login page of admins', () => {
  const { text } = renderEmail({ ...passwordEmail, kind: 'login-details', role: 'admin' }, url)
  expect(text).toContain('https://exams.example.org/admin/login')
  expect(text).not.toContain('/student/')
})

it('the result email has score, percentage and message, and links the answers', () => {
  const { subject, text, html } = renderEmail(resultEmail, url)
  expect(subject).toBe('Your result: JavaScript fundamentals')
  expect(text).toContain('Score: 16 of 20\nPercentage: 80%\n\nExcellent!')
  expect(text).toContain('https://exams.example.org/student/result-detail/t1')
  expect(html).toContain('href="https://exams.example.org/student/result-detail/t1"')
})

it.each([
  [93.75, '93.8%', 'Excellent!'],
  [79.96, '79.9%', 'Good effort!'],
  [60, '60%', 'Good effort!'],
  [59.99, '59.9%', 'Keep practicing!'],
])('%d gets the message of the unrounded percentage', (percentage, shownPercentage, message) => {
  const { text } = renderEmail({ ...resultEmail, percentage }, url)
  expect(text).toContain(`Percentage: ${shownPercentage}\n\n${message}`)
})

it('the email about a voided result says that it no longer counts, and whom to ask', () => {
  const email: Email = {
    kind: 'voided-result',
    to,
    accountId: 'a1',
    examId: 'e1',
    attemptId: 't1',
    title: 'JavaScript fundamentals',
    score: null,
    before: 16,
    total: 20,
  }
  const { subject, text } = renderEmail(email, url)
  expect(subject).toBe('Your result no longer counts: JavaScript fundamentals')
  expect(text.replace(/\s+/gu, ' ')).toContain(
    'was declared void. The result that we sent you for it, 16 of 20, no longer counts.',
  )
  expect(text).toContain('https://exams.example.org/student/result')
  expect(text).toMatch(/You have no attempt left at this test\.\s+For another attempt/)
})

it('the make-up email says when a missed test opens again, in the time zone of the institute', () => {
  const { to: recipient, subject, text, html } = renderEmail(makeUpEmail, url)
  expect(recipient).toEqual(to)
  expect(subject).toBe('A new date for your test: JavaScript fundamentals')
  expect(text).toContain(
    [
      'Test: JavaScript fundamentals',
      'Opens: 25 Nov 2026, 10:00 am',
      'Latest entry: 25 Nov 2026, 10:20 am',
      'Closes: 25 Nov 2026, 11:00 am',
    ].join('\n'),
  )
  expect(text).toContain('Times are in India Standard Time. Start by the latest entry. If you')
  expect(html).toContain('href="https://exams.example.org/student/studentpanel"')
})

it('the make-up email says whether the closing ends an attempt', () => {
  const ends = renderEmail({ ...makeUpEmail, latestEntryAt: null, endsAtClosing: true }, url)
  expect(ends.text).not.toContain('Latest entry')
  expect(ends.text).toContain('Start before it closes. An attempt that still runs at the closing')
  expect(renderEmail(makeUpEmail, url).text).toContain('the full time of the test')
})

it('the institute’s email says who registered for which course', () => {
  const { to: recipient, subject, text } = renderEmail(registrationEmail, url)
  expect(recipient.address).toBe('hello@fslacademy.example')
  expect(subject).toBe('New registration: Asha Kulkarni')
  expect(text).toContain('Name: Asha Kulkarni\nCourse: Full Stack')
  expect(text).toContain('https://exams.example.org/getStudents/s1')
})

it('emails link the phone and the address of the institute, and those of an enquiry', () => {
  const { html } = renderEmail(passwordEmail, url)
  expect(html).toContain('href="tel:+919876543210"')
  expect(html).toContain('href="mailto:hello@fslacademy.example"')
  const enquiry = renderEmail(
    {
      kind: 'enquiry',
      name: 'Asha',
      course: 'Full Stack Development',
      email: 'asha?bcc=x@example.com',
      contact: '+91 98200-00001',
    },
    url,
  )
  expect(enquiry.html).toContain('href="mailto:asha%3Fbcc%3Dx%40example.com"')
  expect(enquiry.html).toContain('href="tel:+919820000001"')
})

it('no name, title or course becomes HTML', () => {
  const maliciousText = '<script>alert("1")</script><img src=x onerror=\'alert(2)\'>&amp;'
  const emails: Email[] = [
    { ...registrationEmail, studentName: maliciousText, course: maliciousText },
    { ...resultEmail, title: maliciousText, to: { ...to, name: maliciousText } },
    { ...makeUpEmail, title: maliciousText },
    { ...passwordEmail, to: { name: maliciousText, address: '"><b>@example.com' } },
  ]
  for (const email of emails) {
    const { html } = renderEmail(email, url)
    expect(html).not.toMatch(/<script|<img|<b>|onerror='/)
  }
  expect(renderEmail({ ...registrationEmail, studentName: maliciousText }, url).html).toContain(
    '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;',
  )
})

it('names stay on one line, and read from left to right', () => {
  const name = 'Asha\r\nBcc: evil@example.com\u2028\u202egnp.exe\u0000'
  const { subject } = renderEmail({ ...registrationEmail, studentName: name }, url)
  expect(subject).toBe('New registration: Asha Bcc: evil@example.com gnp.exe')
  const rendered = renderEmail({ ...resultEmail, to: { ...to, name } }, url)
  expect(rendered.to.name).toBe('Asha Bcc: evil@example.com gnp.exe')
})

it('names in Indian scripts keep their joiners', () => {
  const name = 'ശ്രീജിത്ത് \u0d28\u0d4d\u200d'
  const { text } = renderEmail({ ...resultEmail, to: { ...to, name } }, url)
  expect(text).toContain(`Hello ${name},`)
})

it.each([
  'Win money at https://evil.example/now',
  'visit www.evil.example',
  'evil.com/prize',
  'write to boss@evil.example',
  'x.com',
  'A.B.Shop',
  'Win at t.me',
  '   ',
])('no email greets by the “name” %j, which is an advertisement', (name) => {
  expect(renderEmail({ ...passwordEmail, to: { ...to, name } }, url).text).toContain('Hello,\n')
})

it.each([
  'A. P. Kumar',
  'St. John',
  'O’Brien-Patil',
  'K.Ramesh',
  'A.P.J.Abdul Kalam',
  'Md.Asif Khan',
  'Ramesh K.Iyer',
  'க.ரமேஷ்',
])('an email greets %s', (name) => {
  expect(renderEmail({ ...passwordEmail, to: { ...to, name } }, url).text).toContain(
    `Hello ${name},`,
  )
})

it.each<Email>([
  { kind: 'second-factor', to, accountId: 'a1', change: 'reset', at: 0 },
  { kind: 'email-changed', to, accountId: 'a1', at: 0 },
  { kind: 'new-place', to, accountId: 'a1', device: 'Chrome', address: '192.0.2.7', at: 0 },
  {
    kind: 'password-changed',
    to,
    accountId: 'a1',
    role: 'student',
    at: 0,
    device: 'Chrome',
    address: '192.0.2.7',
  },
])('an email says what was done with an account and what to do about it: $kind', (email) => {
  const { to: recipient, text } = renderEmail(email, url)
  expect(recipient).toEqual(to)
  expect(text).toContain('1 Jan 1970, 5:30 am (India Standard Time)')
  expect(text).toMatch(/If (it was not you|you did not ask for this), /)
  expect(text).toContain('hello@fslacademy.example')
})
