import { expect, it } from 'vitest'
import { NetworkError, RefusalError, readRefusal } from '../../client/request.ts'
import { describeFailure } from './use-form.ts'

const specText = 'An error occurred. Please try again.'
const proxyPage = '<html><h1>502 Bad Gateway</h1></html>'

it.each([
  ['a proxy’s page', proxyPage, 502],
  ['no words at all', '', 504],
  ['JSON without a message', '{"error":"Bad Gateway"}', 502],
  ['an empty message', '{"message":""}', 500],
])('%s is no message of the server: the form’s own words are shown', async (_, text, status) => {
  const headers = { 'retry-after': '30' }
  const refusal = await readRefusal(new Response(text, { status, headers }))
  expect(describeFailure(refusal, specText)).toBe(specText)
  expect(describeFailure(refusal, undefined)).toBe('Something went wrong. Please try again.')
})

it('shows the form’s own words where no reply came, and the server’s where it has some', () => {
  expect(describeFailure(new NetworkError(null), specText)).toBe(specText)
  expect(describeFailure(new Error('a bug'), specText)).toBe(specText)
  const message = 'The email address or old password is not right.'
  const refusal = new RefusalError(401, { message, code: 'wrong-password' }, null)
  expect(describeFailure(refusal, specText)).toBe(message)
})
