import { expect, it } from 'vitest'
import { type Pages, withoutRows, withRowReplaced } from './cached-pages.ts'

const toRows = (ids: string) => [...ids].map((_id) => ({ _id }))
const loaded: Pages = {
  pages: [
    { rows: toRows('abc'), total: 8 },
    { rows: toRows('def'), total: 8 },
  ],
  pageParams: [{ offset: 0 }, { offset: 3, after: 'c' }],
}

it('replaces a row on any page, and keeps fields that are not given', () => {
  const named = withRowReplaced(loaded, { _id: 'e', name: 'Asha' } as { _id: string })
  const { pages } = withRowReplaced(named, { _id: 'e', phone: '1' } as { _id: string })
  expect(pages[1]?.rows).toEqual([
    { _id: 'd' },
    { _id: 'e', name: 'Asha', phone: '1' },
    { _id: 'f' },
  ])
  expect(pages[0]).toEqual(loaded.pages[0])
})

it('removes rows from every page and subtracts them from each total', () => {
  expect(withoutRows(loaded, new Set(['a', 'f', 'elsewhere']))).toEqual({
    pages: [
      { rows: toRows('bc'), total: 6 },
      { rows: toRows('de'), total: 6 },
    ],
    pageParams: [{ offset: 0 }, { offset: 3, after: 'c' }],
  })
})

it('drops a page that is empty now, with its offset', () => {
  expect(withoutRows(loaded, new Set('abc'))).toEqual({
    pages: [{ rows: toRows('def'), total: 5 }],
    pageParams: [{ offset: 3, after: 'c' }],
  })
  expect(withoutRows(loaded, new Set('abcdef')).pages).toEqual([])
})

it('forgets pages that were fetched again since', () => {
  const whole = { rows: toRows('bcdx'), total: 7, isWhole: true } as const
  const { pages, pageParams } = loaded
  const readAnew: Pages = {
    pages: [...pages, whole],
    pageParams: [...pageParams, { offset: 6, after: 'f' }],
  }
  expect(withoutRows(readAnew, new Set('b'))).toEqual({
    pages: [{ ...whole, rows: toRows('cdx'), total: 6 }],
    pageParams: [{ offset: 6, after: 'f' }],
  })
  expect(withoutRows(readAnew, new Set('bcdx')).pages).toEqual([])
})
