import { describe, expect, it } from 'vitest'
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

describe('a table', () => {
  const columns = (...lists: string[][]) =>
    layOutTable(
      lists.map((cells, at) => ({ line: at + 1, cells })),
      fruitColumns,
    )

  it('has a column for each head or value, with up to three values', () => {
    const { body, ...layout } = columns(
      ['Fruit', ' Rupees ', '', ' ', 'Notes '],
      ['Mango', '', '', '', ' '],
      ['', ' ', '', ''],
      ['Fig', '7', '', ' x '],
      ['Lime', '8'],
      ['Guavas!', '9', '', '', 'late'],
      ['Plum', '10'],
    )
    expect(layout).toEqual({
      columns: [
        {
          position: 0,
          head: 'Fruit',
          samples: ['Mango', 'Fig', 'Lime'],
          role: 'fruit',
          origin: 'head',
        },
        { position: 1, head: 'Rupees', samples: ['7', '8', '9'], role: 'price', origin: 'guess' },
        { position: 3, head: '', samples: ['x'], role: 'price', origin: 'guess' },
      ],
      headLine: 1,
      titleRowCount: 0,
      rowCount: 5,
      firstRows: [
        ['Fruit', ' Rupee…', ''],
        ['Mango', '', ''],
        ['Fig', '7', ''],
        ['Lime', '8'],
        ['Guavas…', '9', ''],
        ['Plum', '10'],
      ].map((cells, at) => ({ line: at < 2 ? at + 1 : at + 2, cells })),
      problems: ['What is Rupees?', 'What is ?'],
      rememberedAt: null,
    })
    expect(body.map(({ line }) => line)).toEqual([2, 4, 5, 6, 7])
  })

  it('shows its first eight rows, any of which may hold the heads', () => {
    const { firstRows } = columns(...Array.from({ length: 9 }, (_, at) => [`row ${at}`]))
    expect(firstRows.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  it('without heads has rows alone', () => {
    const { body, ...layout } = columns(['Mango', '90'], ['Fig', '7'])
    expect(layout).toMatchObject({ headLine: null, titleRowCount: 0, rowCount: 2 })
    expect(body).toHaveLength(2)
    expect(layOut({ headLine: null })).toMatchObject({ headLine: null, rowCount: 5 })
    expect(layOut({ headLine: 3 })).toMatchObject({ headLine: 3, titleRowCount: 2, rowCount: 2 })
    expect(columns()).toMatchObject({ columns: [], headLine: null, rowCount: 0, firstRows: [] })
  })

  it('keeps a row that only begins like its heads', () => {
    const { body } = columns(
      ['Fruit', 'Rupees'],
      ['Fruit', 'Rupees', 'x'],
      ['Fruit', '9'],
      ['Fruit'],
    )
    expect(body.map(({ line }) => line)).toEqual([2, 3, 4])
  })

  it('cuts a value that is longer than six', () => {
    const { columns: cut } = columns(['Fruit', 'Banana', 'Bananas'], ['Cherry', 'Cherrys', 'x'])
    expect(cut.map(({ head, samples }) => [head, samples])).toEqual([
      ['Fruit', ['Cherry']],
      ['Banana', ['Cherry…']],
      ['Banana…', ['x']],
    ])
  })

  it('may have no guess for a column', () => {
    const { columns: unknown } = layOutTable([{ line: 1, cells: ['a', 'b'] }], {
      ...fruitColumns,
      guessRoles: () => ['price'] as const,
    })
    expect(unknown.map(({ role, origin }) => [role, origin])).toEqual([
      ['price', 'guess'],
      [null, null],
    ])
  })
})

describe('choices that are remembered', () => {
  const heads = fingerprintHeads(['Fruit', 'Rupees', 'Empty']) ?? ''
  const roles = ['fruit', 'price', 'left-out'] as const
  const listRemembered = (...remembered: TableSettings<Field>['remembered'] & object) => [
    ...listRoles({ remembered }),
    layOut({ remembered }).rememberedAt,
  ]

  it('are shown as such where they differ from the heads', () => {
    expect(listRemembered({ heads, roles, savedAt: 7 })).toEqual([
      ...['fruit by head', 'price by remembered', 'left-out by head'],
      7,
    ])
  })

  it('are those of the same heads, as many as there are', () => {
    const others = [
      { heads: 'x', roles, savedAt: 1 },
      { heads, roles: ['price'], savedAt: 2 },
    ] as const
    const unknown = ['fruit by head', 'price by guess', 'left-out by head']
    expect(listRemembered(...others)).toEqual([...unknown, null])
    expect(listRemembered(...others, { heads, roles, savedAt: 7 }).at(-1)).toBe(7)
  })
})
