import { describe, expect, it } from 'vitest'
import { summarizeLosses } from '#core/questions/formats/summarize-losses.ts'
import { packWorkbook, toRow, type WorkbookParts } from '#test/workbook-files.ts'
import { readQuestions } from './read-imported-questions.ts'
import type { WorkbookSettings } from './xlsx.ts'

const heads = ['Question', 'A', 'B', 'Correct', 'Topic']

function readParts(parts: WorkbookParts, settings?: WorkbookSettings) {
  return readQuestions({ kind: 'workbook', bytes: packWorkbook(parts) }, null, settings)
}

/** A table with these rows below its heads, which stand in row 1. */
function readTableOf(
  rows: readonly (readonly string[])[],
  parts: Omit<WorkbookParts, 'sheets'> = {},
) {
  const lines = [heads, ...rows].map((cells, at) => toRow(at + 1, cells))
  return readParts({ sheets: { Paper: lines.join('') }, ...parts })
}

const run = (words: string, properties = '') =>
  `<r>${properties && `<rPr>${properties}<sz val="11"/><color theme="1"/></rPr>`}<t xml:space="preserve">${words}</t></r>`

describe('the words of a cell', () => {
  it('keep superscripts and subscripts, of a cell or of a part of it', async () => {
    const { entries } = await readTableOf(
      [
        [
          run('Mass of H') +
            run('2', '<vertAlign val="subscript"/>') +
            run('O in 10') +
            run('-3', '<vertAlign val="superscript"/>') +
            run(' kg?'),
          '<t>1</t>',
          `<c s="1" t="inlineStr"><is><t>2</t></is></c>`,
          'A',
        ],
      ],
      {
        styles:
          '<fonts><font/><font><vertAlign val="superscript"/></font></fonts><cellXfs><xf/><xf numFmtId="0" fontId="1"/></cellXfs>',
      },
    )
    expect(entries[0]?.question).toMatchObject({
      text: 'Mass of H_2O in 10^(-3) kg?',
      options: [{ text: '1' }, { text: '^2' }],
    })
    expect(entries[0]).toMatchObject({ errors: [], losses: [] })
  })

  it('lose their formatting, which is reported, and need a review where the question refers to it', async () => {
    const { entries } = await readTableOf([
      [run('Which is ') + run('NOT', '<b/>') + run(' so?'), 'a', 'b', 'A'],
      [run('Which of the underlined words: ') + run('go', '<u/>'), 'a', 'b', 'A'],
      [run('All of it', '<b/>'), 'a', 'b', 'A'],
      [run('Plain ', '<b val="0"/><u val="none"/>') + run('words'), 'a', 'b', 'A'],
    ])
    expect(entries.map(({ losses }) => losses)).toEqual([
      ['bold or marked words'],
      ['bold or marked words'],
      [],
      [],
    ])
    expect(entries.map(({ errors }) => errors)).toEqual([
      [],
      ['The question speaks of marked words, and no mark is kept: look it over'],
      [],
      [],
    ])
    expect(summarizeLosses(entries)).toEqual([
      { cause: 'bold or marked words', questionNumbers: [1, 2] },
    ])
  })

  it('are never ready if their strikethrough is lost', async () => {
    const { entries } = await readTableOf(
      [
        [run('It is ') + run('not', '<strike/>') + run(' so'), 'a', 'b', 'A'],
        ['Withdrawn', 'a', `<c s="1" t="inlineStr"><is><t>b</t></is></c>`, 'A'],
      ],
      {
        styles:
          '<fonts><font/><font><strike/></font></fonts><cellXfs><xf/><xf fontId="1"/></cellXfs>',
      },
    )
    for (const { errors, losses } of entries) {
      expect(losses).toEqual(['lines through words'])
      expect(errors).toEqual(['Words that had a line through them have none now: look them over'])
    }
  })

  it('count as formatted where few cells of a column are, and not where most are', async () => {
    const bold = (words: string) => `<c s="1" t="inlineStr"><is><t>${words}</t></is></c>`
    const styles =
      '<fonts><font/><font><b/><color rgb="FFFF0000"/></font></fonts><cellXfs><xf/><xf fontId="1"/></cellXfs>'
    const { entries } = await readTableOf(
      [
        [bold('One?'), bold('a'), 'b', 'A'],
        [bold('Two?'), 'a', 'b', 'A'],
        [bold('Three?'), 'a', 'b', 'A'],
      ],
      { styles },
    )
    expect(entries.map(({ losses }) => losses)).toEqual([['bold or marked words'], [], []])
  })

  it('come from shared strings, without phonetic hints and with escaped characters', async () => {
    const strings = `<si><t>Read</t><rPh sb="0" eb="1"><t>yomi</t></rPh></si><si>${run('a')}${run('_x000A_b_x005F_x0041_')}</si>`
    const shared = (index: number) => `<c t="s"><v>${index}</v></c>`
    const { entries } = await readTableOf([[shared(1), shared(0), '<c t="s"><v>9</v></c>', 'A']], {
      strings,
    })
    expect(entries[0]).toMatchObject({
      errors: ['Enter option B'],
      question: { text: 'a\nb_x0041_', options: [{ text: 'Read' }, { text: '' }] },
    })
  })

  it('are found where tags have a prefix and cells have no address', async () => {
    const cells = ['Q', 'a', 'b', 'A'].map((cell) => `<x:c t="str"><x:v>${cell}</x:v></x:c>`)
    const { entries } = await readParts({
      sheets: { Paper: `${toRow(1, heads)}<x:row>${cells.join('')}</x:row>` },
    })
    expect(entries).toMatchObject([{ line: 2, errors: [], question: { text: 'Q', correct: [0] } }])
  })
})

describe('the values of a cell', () => {
  it('are shown as in the program: true, false and sums', async () => {
    const { entries } = await readTableOf([
      ['Is it so?', '<c t="b"><v>1</v></c>', '<c t="b"><v>0</v></c>', '<c t="b"><v>0</v></c>'],
      ['Sum?', '<c><f>0.1+0.2</f><v>0.30000000000000004</v></c>', '<c t="e"><v>#N/A</v></c>', 'A'],
    ])
    expect(entries).toMatchObject([
      { errors: [], question: { options: [{ text: 'TRUE' }, { text: 'FALSE' }], correct: [1] } },
      { errors: ['Enter option B'], question: { options: [{ text: '0.3' }, { text: '' }] } },
    ])
  })

  it('need a review where they are dates, which the program shows differently', async () => {
    const styles = `<numFmts><numFmt numFmtId="164" formatCode="[&gt;=100000]##\\,##\\,##0;##,##0"/></numFmts>
      <cellXfs><xf numFmtId="14"/><xf numFmtId="20"/><xf numFmtId="164"/></cellXfs>`
    const { entries } = await readTableOf(
      [
        ['When?', '<c s="0"><v>46054</v></c>', '<c s="1"><v>0.5</v></c>', 'A'],
        ['How much?', '<c s="2"><v>100000</v></c>', '2', 'A'],
      ],
      { styles },
    )
    expect(entries[0]).toMatchObject({
      errors: ['A cell holds a date, not a text: look over what became of it'],
      losses: ['dates as their cells show them'],
      question: { options: [{ text: '2026-02-01' }, { text: '12:00' }] },
    })
    expect(entries[1]).toMatchObject({
      errors: [],
      losses: ['the form in which numbers are shown'],
      question: { options: [{ text: '100000' }, { text: '2' }] },
    })
  })
})

describe('content beside the words', () => {
  const rows = [
    ['One?', 'a', 'b', 'A', 'SQL'],
    ['Two?', 'a', 'b', 'A', 'SQL'],
  ]
  const pictureMessage = 'A picture is not kept: add it if the question needs it'

  it('is reported as lost: notes, and links whose address is not shown', async () => {
    const { entries } = await readTableOf([...rows, ['See example.org/a', 'a', 'b', 'A', 'SQL']], {
      afterRows:
        '<hyperlinks><hyperlink ref="A2" r:id="rId1"/><hyperlink ref="A4" r:id="rId2"/><hyperlink ref="E3" r:id="rId1"/></hyperlinks>',
      relations: [
        { type: 'hyperlink', target: 'https://example.org/elsewhere' },
        { type: 'hyperlink', target: 'https://example.org/a' },
        { type: 'comments', target: '../comments1.xml' },
      ],
      others: {
        'xl/comments1.xml':
          '<comments><commentList><comment ref="B2"><text><t>B was meant</t></text></comment></commentList></comments>',
      },
    })
    expect(entries.map(({ losses }) => losses)).toEqual([
      ['addresses of links', 'notes on cells'],
      [],
      [],
    ])
    expect(entries.flatMap(({ errors }) => errors)).toEqual([])
  })

  it('marks a question as not ready where it is a picture', async () => {
    const anchor = (row: number) =>
      `<xdr:twoCellAnchor><xdr:from><xdr:col>6</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>9</xdr:rowOff></xdr:from><xdr:to><xdr:col>7</xdr:col><xdr:row>9</xdr:row></xdr:to><xdr:pic/></xdr:twoCellAnchor>`
    const { entries } = await readTableOf(
      [
        ...rows,
        ['<c t="e" vm="1"><v>#VALUE!</v></c>', 'a', 'b', 'A'],
        [
          'Four?',
          '<c t="str"><f>_xlfn.IMAGE("https://example.org/a.png")</f><v></v></c>',
          'b',
          'B',
        ],
      ],
      {
        relations: [{ type: 'drawing', target: '../drawings/drawing1.xml' }],
        others: {
          'xl/drawings/drawing1.xml': `<xdr:wsDr>${anchor(0)}${anchor(2)}</xdr:wsDr>`,
        },
      },
    )
    expect(entries.map(({ losses }) => losses)).toEqual([
      [],
      ['pictures'],
      ['pictures'],
      ['pictures'],
    ])
    expect(entries.map(({ errors }) => errors)).toEqual([
      [],
      [pictureMessage],
      ['Enter the question', pictureMessage],
      ['Enter option A', pictureMessage],
    ])
  })
})

describe('sheets', () => {
  const table = toRow(1, heads) + toRow(2, ['Q?', 'a', 'b', 'A'])

  it('that are not read are named', async () => {
    const sheets = { Cover: toRow(1, ['Mock paper']), 'Part 1': table, 'Part 2': table, Empty: '' }
    const first = await readParts({ sheets })
    expect(first.errors).toEqual([
      {
        line: null,
        message:
          'Only the sheet "Part 1" is read, not "Cover", "Part 2". Another one is chosen under "Show the columns".',
      },
    ])
    expect((await readParts({ sheets: { Paper: table, Empty: '' } })).errors).toEqual([])
  })

  it('that are charts hold no questions', async () => {
    const { entries, sheets } = await readParts({
      sheets: { Paper: table, Chart: '' },
      others: { 'xl/worksheets/sheet2.xml': '<chartsheet><drawing r:id="rId1"/></chartsheet>' },
    })
    expect(sheets).toBeNull()
    expect(entries).toMatchObject([{ errors: [] }])
  })
})
