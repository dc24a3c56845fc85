import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { WholeList } from '#contract/schemas.ts'
import { listSourceFiles } from './source-files.ts'

/** Each piece of a paged list, and the only files that may handle it. */
const pieces = [
  {
    what: 'Rows are limited',
    uses: /\.offset\(/,
    in: /^server\//,
    allowedIn: ['server/database/pagination.ts'],
  },
  {
    what: 'The count of all rows is sent',
    uses: /['"]x-total-count/i,
    in: /^server\//,
    allowedIn: ['server/http/bind-endpoint.ts'],
  },
  {
    what: 'Pages are asked for and kept',
    uses: /\brequestWithTotal\(|\buseInfiniteQuery\(/,
    in: /^web\//,
    allowedIn: ['web/admin/lists/use-list.ts'],
  },
  {
    what: 'An admin’s table has its search box',
    uses: /<SearchBox\b/,
    in: /^web\/admin\//,
    allowedIn: ['web/admin/lists/list-card.tsx'],
  },
]

const sources = listSourceFiles().filter(
  (path) => /\.tsx?$/.test(path) && !/\.spec\.|^server\/database\/migrations\//.test(path),
)

describe('a paged list', () => {
  it.each(pieces)('$what in one place', ({ uses, in: room, allowedIn }) => {
    const users = sources.filter((path) => room.test(path) && uses.test(readFileSync(path, 'utf8')))
    expect(users).toEqual(allowedIn)
  })

  it.each(Object.entries(endpoints))('%s accepts an offset only as a list', (_, endpoint) => {
    const { query, isList = false } = endpoint as Endpoint
    const names = Object.keys(query?.shape ?? {}).filter((name) => pageParams.includes(name))
    const expected = isList ? pageParams : names.filter((name) => !isPageParam(name))
    expect(names).toEqual(query === WholeList ? [] : expected)
  })

  it.each(Object.entries(endpoints))('%s counts its rows if it returns an array', (_, call) => {
    const { method, reply, isList = false } = call as Endpoint
    const replies = reply instanceof z.ZodUnion ? reply.options : [reply]
    const isArray = method === 'GET' && replies.every((one) => one instanceof z.ZodArray)
    expect(isList).toBe(isArray)
  })
})

const pageParams = ['search', 'sort', 'offset', 'limit']

function isPageParam(name: string): boolean {
  return name === 'offset' || name === 'limit'
}
