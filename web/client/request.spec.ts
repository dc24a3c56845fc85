import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { submitAnswer } from '#contract/attempts.ts'
import { listExams } from '#contract/exams.ts'
import { serverHeader } from '#contract/server-header.ts'

const own = { [serverHeader]: '1' }
const answered = {
  message: 'Your answer was saved.',
  answered: 1,
  totalQuestions: 3,
  endsAt: '2031-11-21T05:30:00.000Z',
  serverTime: '2031-11-21T04:30:00.000Z',
}
const foreignBodies = [
  ...['{}', '[]', 'null', '"ok"', '{"supportID":"1"}', '{"message":"x"}'],
  ...['<html>Blocked</html>', '', '{"message":"Your answer was sa'],
]
/** The refusal of a server whose header arrives. */
const refusedVisit = { message: 'Please log in.', code: 'not-signed-in' }

type Reply = {
  readonly body: string | object
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** Replies by call: `/checkToken` is asked only if headers are stripped. */
let replies: { readonly call: Reply; readonly checkToken: Reply }
let paths: string[] = []
let client: typeof import('./request.ts')
let clock: typeof import('./server-clock.ts')

beforeEach(async () => {
  vi.resetModules()
  paths = []
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('fetch', async (path: string) => {
    paths.push(path)
    const { body, ...init } = path.endsWith('/checkToken') ? replies.checkToken : replies.call
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), init)
  })
  client = await import('./request.ts')
  clock = await import('./server-clock.ts')
})
afterEach(() => vi.unstubAllGlobals())

/** As the build gives it to the browser. */
const checkedCall = {
  ...submitAnswer,
  shape: {
    message: 'string',
    answered: 'number',
    totalQuestions: 'number',
    endsAt: 'time',
    serverTime: 'time',
  },
}
const answer = () =>
  client.request(checkedCall, {
    params: { attemptId: 'a', testId: 't' },
    body: { questionId: 'q', selectedOption: 1 },
  })
const list = () => client.request(listExams)

function hear(call: Reply, checkToken: Reply = { body: refusedVisit, status: 401, headers: own }) {
  replies = { call, checkToken }
}
const readError = (call: () => Promise<unknown>) =>
  call().then(
    (reply) => expect.unreachable(JSON.stringify(reply)),
    (error) => error,
  )

describe('a call with a checked reply', () => {
  it.each(foreignBodies)('has failed if the reply is 200 with %s', async (body) => {
    for (const headers of [{}, own]) {
      hear({ body, headers })
      expect(await readError(answer)).toBeInstanceOf(client.NetworkError)
    }
  })

  it('is trusted by its shape, even without the server’s header', async () => {
    hear({ body: answered })
    expect(await answer()).toEqual(answered)
    expect(paths).toHaveLength(1)
  })

  it('is not trusted if a field is missing or of another type', async () => {
    for (const part of [{ endsAt: undefined }, { answered: '1' }, { serverTime: 'now' }]) {
      hear({ body: { ...answered, ...part }, headers: own })
      expect(await readError(answer)).toBeInstanceOf(client.NetworkError)
    }
  })
})

describe('any other call', () => {
  it.each(foreignBodies)('has failed if the reply is 200 with %s', async (body) => {
    hear({ body })
    expect(await readError(list)).toBeInstanceOf(client.NetworkError)
  })

  it('is trusted with the server’s header, without a further call', async () => {
    hear({ body: [], headers: own })
    expect(await list()).toEqual([])
    expect(paths).toHaveLength(1)
  })

  it('is trusted without the header once one check shows that a proxy strips it', async () => {
    hear({ body: [] }, { body: refusedVisit, status: 401 })
    await Promise.all([list(), list()])
    await list()
    expect(paths.filter((path) => path.endsWith('/checkToken'))).toHaveLength(1)
  })

  it.each([{}, [], null, { supportID: '1' }])(
    'is not trusted where the check also gets %j',
    async (body) => {
      const foreign = { body: JSON.stringify(body) }
      hear(foreign, foreign)
      expect(await readError(list)).toBeInstanceOf(client.NetworkError)
      hear(foreign, { ...foreign, status: 403 })
      expect(await readError(list)).toBeInstanceOf(client.NetworkError)
    },
  )
})

describe('a refusal', () => {
  const kong = { message: 'no Route matched with those values' }

  it.each([502, 503, 504, 522])('by a proxy with %d counts as no reply', async (status) => {
    for (const body of ['<html>Bad gateway</html>', 'null', '', kong, { ...kong, code: 'x' }]) {
      hear({ body, status })
      const error = await readError(answer)
      expect(error).toBeInstanceOf(client.NetworkError)
      expect(error.message).not.toContain('Route')
    }
  })

  it.each([401, 403, 404, 405, 429])('by a firewall, %d, says so', async (status) => {
    for (const body of ['<html>Forbidden</html>', 'null', kong, { ...kong, code: 'wrong-role' }]) {
      hear({ body, status })
      expect(await readError(answer)).toMatchObject({
        message: `Something between you and the server refused this (${status}), a firewall perhaps.`,
        code: 'fault',
        hasReason: true,
        status: 500,
      })
    }
  })

  it('by a firewall with a smaller size limit has a sentence of its own', async () => {
    hear({ body: '<html>Request Entity Too Large</html>', status: 413 })
    const { message, code } = await readError(answer)
    expect(message).toMatch(/does not take this much at once \(413\)/)
    expect(code).toBe('fault')
  })

  it('by the server has its message, status and time to wait', async () => {
    const body = { message: 'Too many tries.', code: 'too-many' }
    hear({ body, status: 429, headers: { ...own, 'retry-after': '7' } })
    const expected = { ...body, status: 429, retryAfterSeconds: 7 }
    expect(await readError(answer)).toMatchObject(expected)
    hear(
      { body: { message: 'Busy.', code: 'busy' }, status: 503 },
      { body: refusedVisit, status: 401 },
    )
    expect(await readError(answer)).toMatchObject({ message: 'Busy.', code: 'busy', status: 503 })
  })
})

describe('the clocks', () => {
  const foreign = { date: 'Fri, 21 Nov 2031 04:30:00 GMT' }

  it('follow the server', async () => {
    hear({ body: answered, headers: { ...own, ...foreign } })
    await answer()
    expect(Math.abs(clock.getServerTime() - Date.parse(answered.serverTime))).toBeLessThan(10_000)
    expect(clock.getLastServerTime()).toBeGreaterThanOrEqual(Date.parse(foreign.date))
  })

  it('follow nothing else', async () => {
    const { serverTime } = answered
    for (const status of [200, 403, 503]) {
      hear({ body: { serverTime }, status, headers: foreign })
      await readError(answer)
      await readError(list)
    }
    expect(Math.abs(clock.getServerTime() - Date.now())).toBeLessThan(10_000)
    expect(clock.getLastServerTime()).toBeNull()
  })
})

it('builds a URL and leaves empty parameters out', () => {
  expect(client.buildUrl('/api/test/test/:id', { id: 'a/b' })).toBe('/api/test/test/a%2Fb')
  expect(
    client.buildUrl('/api/students/getStudents', {}, { search: '', limit: 10, sort: undefined }),
  ).toBe('/api/students/getStudents?limit=10')
})
