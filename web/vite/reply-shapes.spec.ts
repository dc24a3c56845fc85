import { expect, it } from 'vitest'
import { z } from 'zod'
import { endpoints } from '#contract/endpoints.ts'
import { matchesShape } from '#core/reply-shape.ts'
import { toReplyShape } from './reply-shapes.ts'

const checked = Object.entries(endpoints).filter(([, { isReplyChecked }]) => isReplyChecked)

it('covers every call whose reply must be checked', () => {
  expect(checked.map(([name]) => name).sort()).toEqual([
    'acknowledgeWarning',
    'adminLogin',
    'changePassword',
    'checkToken',
    'finishExpiredQuiz',
    'finishQuiz',
    'getAttemptClock',
    'getQuestions',
    'getServerTime',
    'logInWithSecondFactor',
    'reauthenticate',
    'reportEvent',
    'sendLateAnswers',
    'startQuiz',
    'studentLogin',
    'submitAnswer',
  ])
})

const foreignReplies = [
  {},
  [],
  null,
  'ok',
  1,
  true,
  [{}],
  { supportID: '1' },
  { message: 'x' },
  { message: 'x', code: 403 },
  { status: 'ok' },
  { status: 'success', data: {} },
]

it.each(checked)('%s accepts no reply of firewalls and gateways', (_, { reply }) => {
  const shape = toReplyShape(reply)
  expect(foreignReplies.filter((foreign) => matchesShape(shape, foreign))).toEqual([])
})

it('gives the types of fields, and whether they may be missing or null', () => {
  const reply = z.object({
    text: z.string().nullable(),
    at: z.iso.datetime(),
    count: z.int().optional(),
    list: z.array(z.object({ is: z.literal(true) })),
    byId: z.record(z.string(), z.boolean()),
    either: z.union([z.object({ a: z.number() }), z.null()]),
  })
  expect(toReplyShape(reply)).toEqual({
    text: ['or', 'string', ['is', null]],
    at: 'time',
    'count?': 'number',
    list: ['list', { is: ['is', true] }],
    byId: ['map', 'boolean'],
    either: ['or', { a: 'number' }, ['is', null]],
  })
})

it('treats a value of a long enum as text, as an update may add one', () => {
  expect(toReplyShape(z.enum(['a', 'b', 'c']))).toEqual(['is', 'a', 'b', 'c'])
  expect(toReplyShape(z.enum(['a', 'b', 'c', 'd']))).toBe('string')
})

it('describes an optional part only from outside', () => {
  const part = z.object({ deep: z.string() })
  const reply = z.object({
    one: part.optional(),
    many: z.array(part).optional(),
    byId: z.record(z.string(), part).optional(),
    orNull: part.nullable().optional(),
  })
  expect(toReplyShape(reply)).toEqual({
    'one?': {},
    'many?': ['list', 'any'],
    'byId?': {},
    'orNull?': ['or', {}, ['is', null]],
  })
})
