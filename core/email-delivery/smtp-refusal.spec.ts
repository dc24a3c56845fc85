import fc from 'fast-check'
import { expect, it } from 'vitest'
import { getRefusalCause, getRefusalKind, parseRefusal, toRefusalCode } from './smtp-refusal.ts'

const parse = (command: string, text: string) =>
  parseRefusal({ command, code: Number(text.slice(0, 3)), text })

it.each([
  ['MAIL FROM', '553 5.7.1 Sender address rejected: not owned by user', 'sender'],
  ['MAIL FROM', '530 5.7.0 Authentication required', 'sender'],
  ['MAIL FROM', '501 Bad sender', 'sender'],
  ['MAIL FROM', '451 4.3.0 Try again later', 'sender'],
  ['MAIL FROM', '550 5.4.5 Daily user sending limit exceeded', 'quota'],
  ['RCPT TO', '550 5.4.5 Daily user sending limit exceeded', 'quota'],
  ['DATA', '550-5.4.5 Daily sending quota exceeded.\n550 5.4.5 See the help', 'quota'],
  ['RCPT TO', '554 5.7.1 <asha@example.com>: Relay access denied', 'policy'],
  ['RCPT TO', '554 relay denied', 'policy'],
  ['RCPT TO', '550 Relaying is not allowed', 'policy'],
  ['RCPT TO', '550 5.7.26 Unauthenticated mail is not accepted', 'policy'],
  ['DATA', '554 5.7.1 Rejected by policy', 'policy'],
  ['RCPT TO', '550 5.1.1 No such user here', 'email'],
  ['RCPT TO', '550 No such user here', 'email'],
  ['RCPT TO', '450 4.7.1 Greylisted, try again', 'email'],
  ['DATA', '552 5.2.2 Mailbox full', 'email'],
  ['DATA', '554 5.6.0 Message not understood', 'email'],
  ['DATA', '550 5.7.1x is no code', 'email'],
] as const)('after %s the reply "%s" is about: %s', (command, text, kind) => {
  expect(getRefusalKind(parse(command, text))).toBe(kind)
})

it('refusals are compared by both codes, not by their words', () => {
  expect(toRefusalCode(parse('RCPT TO', '554 5.7.1 Relay access denied'))).toBe('554 5.7.1')
  expect(toRefusalCode(parse('RCPT TO', '554 relay denied'))).toBe('554')
})

const relayDenied = parse('RCPT TO', '554 5.7.1 Relay access denied')

it('a policy refusal is blamed on the server once recipients at two domains got it', () => {
  expect(getRefusalCause(relayDenied, ['asha@example.com'])).toBe('unclear')
  expect(getRefusalCause(relayDenied, ['asha@example.com', 'bela@Example.com'])).toBe('unclear')
  expect(getRefusalCause(relayDenied, ['a@xn--bcher-kva.example', 'b@bücher.example'])).toBe(
    'unclear',
  )
  expect(getRefusalCause(relayDenied, ['asha@example.com', 'bela@example.org'])).toBe('server')
})

it('a refused sender or quota is blamed on the server with one recipient', () => {
  const quota = parse('DATA', '550 5.4.5 Daily user sending limit exceeded')
  expect(getRefusalCause(quota, ['asha@example.com'])).toBe('server')
  const sender = parse('MAIL FROM', '553 5.7.1 Sender address rejected')
  expect(getRefusalCause(sender, ['asha@example.com'])).toBe('server')
})

it('a refusal of single recipients is never blamed on the server, however many there are', () => {
  const recipients = fc.array(
    fc.integer({ min: 0, max: 50 }).map((n) => `student@domain${n}.example`),
    { minLength: 1 },
  )
  const replies = fc.constantFrom('550 5.1.1 unknown', '552 5.2.2 full', '450 4.2.0 busy', '554 no')
  fc.assert(
    fc.property(replies, recipients, (text, addresses) => {
      expect(getRefusalCause(parse('RCPT TO', text), addresses)).toBe('email')
    }),
  )
})
