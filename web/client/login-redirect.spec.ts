import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pagePaths } from '#contract/page-paths.ts'
import { readNextPath } from './login-redirect.ts'

const origin = 'http://localhost:3000'
const readNext = (next: string) => readNextPath(new URLSearchParams({ next }), origin)

describe('the path in ?next=', () => {
  it.each([
    { next: '/admin/home' },
    { next: '/student/quiz/aB3_-x' },
    { next: '/admin/fetch/students?search=Priya%20Nair&sort=name-asc' },
    { next: '/getScore/abc#result' },
  ])('$next is accepted unchanged', ({ next }) => {
    expect(readNext(next)).toBe(next)
  })

  it.each([
    { next: '/.//evil.example' },
    { next: '/..//evil.example/' },
    { next: '/student/..//evil.example' },
    { next: '/%2e//evil.example' },
    { next: '//evil.example/admin/home' },
    { next: '/\\evil.example' },
    { next: '\\\\evil.example' },
    { next: '/\t/evil.example' },
    { next: '\t//evil.example' },
    { next: '/\n/evil.example' },
    { next: '/%2f/evil.example' },
    { next: '/%5cevil.example' },
    { next: '//user:password@evil.example' },
    { next: 'https://evil.example' },
    { next: 'http:/admin/home' },
    { next: 'javascript:alert(1)' },
    { next: 'data:text/html,<script>alert(1)</script>' },
    { next: 'admin/home' },
    { next: '' },
    { next: '/nothing/of/ours' },
    { next: '/api/auth/logout' },
    { next: `/admin/home?search=${'a'.repeat(5000)}` },
  ])('$next is not accepted', ({ next }) => {
    expect(readNext(next)).toBeNull()
  })

  it('is never another site, however it is written', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '/',
        '//',
        '/.',
        '/..',
        '.',
        '\\',
        '\t',
        '\n',
        '\r',
        '\0',
        '@',
        ':',
        '?',
        '#',
      ),
      fc.constantFrom(
        '%2f',
        '%5c',
        '%2e',
        '%09',
        '%00',
        'http:',
        'javascript:',
        'data:',
        '；',
        '／',
      ),
      fc.constantFrom('evil.example', 'localhost:3000', 'user:pw@', '[::1]', ...screenPaths),
      fc.string({ unit: 'binary', maxLength: 8 }),
    )
    const next = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(next, (text) => {
        const path = readNext(text)
        if (path === null) return
        const url = new URL(path, origin)
        expect(url.origin).toBe(origin)
        expect(url.pathname + url.search + url.hash).toBe(path)
        expect(path).toMatch(/^\/(?![/\\])/)
        expect(screenPatterns.some((pattern) => pattern.test(url.pathname))).toBe(true)
      }),
      { numRuns: 5000 },
    )
  })

  it('is accepted for every page that asks for a login', () => {
    const path = fc.constantFrom(...screenPaths)
    const query = fc.dictionary(fc.string(), fc.string(), { maxKeys: 4 })
    fc.assert(
      fc.property(path, query, (screenPath, params) => {
        const { pathname, search } = new URL(`${screenPath}?${new URLSearchParams(params)}`, origin)
        const requestedPath = pathname + search
        fc.pre(requestedPath.length <= 2000)
        expect(readNext(requestedPath)).toBe(requestedPath)
      }),
    )
  })
})

const screenPaths = Object.values(pagePaths).map((path: string) =>
  path.replace(/:[A-Za-z]+/g, 'a1'),
)
const screenPatterns = Object.values(pagePaths).map(
  (path: string) => new RegExp(`^${path.replace(/:[A-Za-z]+/g, '[^/]+')}$`),
)
