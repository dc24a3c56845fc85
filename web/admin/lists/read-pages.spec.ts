import fc from 'fast-check'
import { expect, it } from 'vitest'
import { joinPages, type Page, type PageRange, readAllPages, readNextPage } from './read-pages.ts'

const size = 10

/** A list at the server, and a reader who scrolls down in it. */
function openList(keys: string[]) {
  let calls = 0
  const pages: Page<string>[] = []
  const request = {
    read: async ({ offset, limit }: { offset: number; limit: number }) => {
      calls += 1
      return { rows: keys.slice(offset, offset + limit), total: keys.length }
    },
    rowKey: (row: string) => row,
    firstOffset: 0,
    size,
  }
  return {
    keys,
    request,
    getCalls: () => calls,
    getShown: () => joinPages(pages),
    async scroll() {
      const shown = joinPages(pages)
      const range: PageRange = { offset: shown.length, after: shown.at(-1) }
      pages.push(await readNextPage(range, request))
    },
  }
}

const toKeys = (count: number) => Array.from({ length: count }, (_, index) => `row-${index}`)

it('shows every row while somebody else deletes rows that are shown', async () => {
  const list = openList(toKeys(55))
  await list.scroll()
  list.keys.splice(0, 5)
  for (let page = 0; page < 5; page += 1) await list.scroll()
  expect(list.getShown()).toEqual(list.keys)
})

it('takes one call a page while nothing changes', async () => {
  const list = openList(toKeys(30))
  for (let page = 0; page < 3; page += 1) await list.scroll()
  expect(list.getCalls()).toBe(3)
  expect(list.getShown()).toEqual(list.keys)
})

it('neither skips a remaining row nor shows one twice, whatever others add and remove', async () => {
  const change = fc.record({ at: fc.nat(60), removed: fc.nat(6), added: fc.nat(6) })
  await fc.assert(
    fc.asyncProperty(fc.nat(60), fc.array(change, { maxLength: 8 }), async (count, changes) => {
      const list = openList(toKeys(count))
      const staying = new Set(list.keys)
      for (const [index, { at, removed, added }] of changes.entries()) {
        await list.scroll()
        const fresh = toKeys(added).map((key) => `new-${index}-${key}`)
        for (const key of list.keys.splice(at, removed, ...fresh)) staying.delete(key)
      }
      do await list.scroll()
      while (list.getShown().length < list.keys.length)
      const shown = list.getShown()
      expect(new Set(shown).size).toBe(shown.length)
      for (const key of staying) expect(shown).toContain(key)
    }),
    { numRuns: 300 },
  )
})

it('reads 10,000 rows to the last one, and says how many are there', async () => {
  const { keys, request, getCalls } = openList(toKeys(10_000))
  const counts: number[] = []
  const all = await readAllPages({ ...request, size: 500 }, (count) => counts.push(count))
  expect(all).toEqual(keys)
  expect(getCalls()).toBe(20)
  expect(counts).toEqual(toKeys(20).map((_, index) => (index + 1) * 500))
})

it('reads all remaining rows while somebody deletes others', async () => {
  const { keys, request } = openList(toKeys(55))
  const all = await readAllPages(request, (count) => {
    if (count === 20) keys.splice(0, 5)
  })
  expect(all).toEqual(keys)
})

it('reads an empty list in one call', async () => {
  const { request, getCalls } = openList([])
  expect(await readAllPages(request, () => {})).toEqual([])
  expect(getCalls()).toBe(1)
})
