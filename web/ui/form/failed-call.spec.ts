import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { NetworkError, RefusalError } from '../../client/request.ts'
import { FailedCallNotice, toFailedCall } from './failed-call.tsx'

const tooMany = 'Too many tries. Please wait a little, then try again.'

/** The words of the notice, without its picture. */
function show(cause: unknown, fallbackMessage?: string) {
  const failure = toFailedCall(cause, fallbackMessage)
  const html = renderToStaticMarkup(createElement(FailedCallNotice, { failure }))
  return html
    .replace(/<svg.*?<\/svg>|<[^>]+>/g, '')
    .replace(/\s/g, ' ')
    .trim()
}

it('says in words how long to wait', () => {
  const refusal = new RefusalError(429, { message: tooMany, code: 'too-many' }, 3593)
  expect(show(refusal)).toBe('Too many tries. Please try again in 59 min 53 s.')
  const message = 'The server is busy. Please try again in a moment.'
  const busy = new RefusalError(503, { message, code: 'busy' }, 1)
  expect(show(busy)).toBe(`${message} You can try again in 1 s.`)
})

it('names no time where the server named none', () => {
  const wrong = new RefusalError(
    401,
    { message: 'This was not accepted.', code: 'wrong-code' },
    null,
  )
  expect(show(wrong)).toBe('This was not accepted.')
  expect(show(new RefusalError(429, { message: tooMany, code: 'too-many' }, null))).toBe(tooMany)
})

it('uses another message where no reply came', () => {
  expect(show(new NetworkError(null), 'Something went wrong. Please try again.')).toBe(
    'Something went wrong. Please try again.',
  )
})
