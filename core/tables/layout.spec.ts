import { expect, it } from 'vitest'
import { isUnknown } from './columns.ts'
import { fingerprintHeads } from './heads.ts'
import { layOutTable, type TableDescription, type TableSettings } from './layout.ts'

type Field = 'fruit' | 'price'

const fruitColumns: TableDescription<Field> = {
  roles: ['fruit', 'price', 'left-out'],
  nameRole: (role) => role,
  parseHeads: (heads) => heads.map((head) => (head === 'Fruit' ? 'fruit' : null)),
  findHeadIndex: (rows) => rows.findIndex(({ cells }) => cells.includes('Fruit')),
  guessRoles: (columns) => columns.map(() => 'price'),
  findProblems: (columns) => columns.filter(isUnknown).map(({ head }) => `What is ${head}?`),
  maxColumns: 3,
  maxPosition: 5,
  maxSampleLength: 6,
}
const heads = ['Fruit', 'Rupees', '', 'Empty']
const rows = [['Prices'], heads, ['Mango', '90'], heads, [' Pomegranate ', '110']].map(
  (cells, at) => ({ line: at + 1, cells }),
)
const layOut = (settings?: TableSettings<Field>) => layOutTable(rows, fruitColumns, settings)
const listRoles = (settings?: TableSettings<Field>) =>
  layOut(settings).columns.map(({ role, origin }) => `${role} by ${origin}`)

it('separates the title, the heads, the rows and heads repeated among them', () => {
  const { body, ...layout } = layOut()
  expect(body.map(({ line }) => line)).toEqual([3, 5])
  expect(layout).toMatchObject({ headLine: 2, titleRowCount: 1, rowCount: 2 })
  expect(layout.columns.map(({ samples }) => samples)).toEqual([
    ['Mango', 'Pomegr…'],
    ['90', '110'],
    [],
  ])
})

it('asks about a guess, and not about an empty column', () => {
  expect(listRoles()).toEqual(['fruit by head', 'price by guess', 'left-out by head'])
  expect(layOut().problems).toEqual(['What is Rupees?'])
})

it('prefers the choice of the author to a remembered one, and that one to a head', () => {
  const remembered = [
    {
      heads: fingerprintHeads(['Fruit', 'Rupees', 'Empty']) ?? '',
      roles: ['left-out', 'price', 'left-out'] as const,
      savedAt: 77,
    },
  ]
  expect(listRoles({ remembered })).toEqual([
    'left-out by remembered',
    'price by remembered',
    'left-out by head',
  ])
  expect(layOut({ remembered }).rememberedAt).toBe(77)
  expect(listRoles({ remembered, roles: { 0: 'price' } })[0]).toBe('price by author')
})

it('looks no further right than it is told to', () => {
  const wide = [{ line: 1, cells: ['a', 'b', 'c', 'd', 'e', 'f'] }]
  const { columns } = layOutTable(wide, { ...fruitColumns, maxColumns: 9 })
  expect(columns.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4])
  expect(layOutTable(wide, fruitColumns).columns).toHaveLength(3)
})
