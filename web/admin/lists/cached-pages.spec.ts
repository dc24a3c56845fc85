import { expect, it } from 'vitest'
import { type Pages, withoutRows, withRowReplaced } from './cached-pages.ts'

const toRows = (ids: string) => [...ids].map((_id) => ({ _id }))
const loaded: Pages = {
  pages: [
    { rows: toRows('abc'), total: 8 },
    { rows: toRows('def'), total: 8 },
  ],
  pageParams: [0, 3],
}

it('replaces a row on whichever page it is, and keeps fields that are not given', () => {
  const named = withRowReplaced(loaded, { _id: 'e', name: 'Asha' } as { _id: string })
  const { pages } = withRowReplaced(named, { _id: 'e', phone: '1' } as { _id: string })
  expect(pages[1]?.rows).toEqual([
    { _id: 'd' },
    { _id: 'e', name: 'Asha', phone: '1' },
    { _id: 'f' },
  ])
  expect(pages[0]).toEqual(loaded.pages[0])
})

it('takes rows out of every page and counts them off each total', () => {
  expect(withoutRows(loaded, new Set(['a', 'f', 'elsewhere']))).toEqual({
    pages: [
      { rows: toRows('bc'), total: 6 },
      { rows: toRows('de'), total: 6 },
    ],
    pageParams: [0, 3],
  })
})

it('drops a page that is empty now, with its offset', () => {
  expect(withoutRows(loaded, new Set('abc'))).toEqual({
    pages: [{ rows: toRows('def'), total: 5 }],
    pageParams: [3],
  })
  expect(withoutRows(loaded, new Set('abcdef')).pages).toEqual([])
})
