import { expect, it } from 'vitest'
import { NetworkError, RefusalError, readRefusal } from '../../client/request.ts'
import { describeFailure } from './use-form.ts'

const specText = 'An error occurred. Please try again.'
const proxyPage = '<html><h1>502 Bad Gateway</h1></html>'

it.each([
  ['a proxy’s page', proxyPage, 502],
  ['no words at all', '', 504],
  ['JSON without a message', '{"error":"Bad Gateway"}', 502],
])('shows the form’s own message after %s, which is no reply', async (_, text, status) => {
  const failure = await readRefusal(new Response(text, { status })).catch((cause) => cause)
  expect(failure).toBeInstanceOf(NetworkError)
  expect(describeFailure(failure, specText)).toBe(specText)
})

it('shows the form’s own message for an unexplained fault', async () => {
  const refusal = await readRefusal(new Response('{"message":""}', { status: 500 }))
  expect(describeFailure(refusal, specText)).toBe(specText)
  expect(describeFailure(refusal, undefined)).toBe('Something went wrong. Please try again.')
})

it('says that a firewall has refused, instead of the form’s own message', async () => {
  const refusal = await readRefusal(new Response('<html>Forbidden</html>', { status: 403 }))
  expect(describeFailure(refusal, specText)).toBe(
    'Something between you and the server refused this (403), a firewall perhaps.',
  )
})

it('shows the server’s message, or the form’s own where no reply came', () => {
  expect(describeFailure(new NetworkError(null), specText)).toBe(specText)
  expect(describeFailure(new Error('a bug'), specText)).toBe(specText)
  const message = 'The email address or old password is not right.'
  const refusal = new RefusalError(401, { message, code: 'wrong-password' }, null)
  expect(describeFailure(refusal, specText)).toBe(message)
})
