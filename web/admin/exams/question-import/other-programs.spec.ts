import { describe, expect, it } from 'vitest'
import writeSheets from 'write-excel-file/universal'
import { toSource } from '../../../spreadsheets/source.ts'
import { readQuestions } from './read-imported-questions.ts'

const utf8 = (text: string) => new TextEncoder().encode(text).buffer as ArrayBuffer
const read = (text: string) => readQuestions({ kind: 'text', text }, null)

/** Laid out as Moodle lays out its exports. */
const moodleExport = `<?xml version="1.0" encoding="UTF-8"?>
<quiz>
<!-- question: 0  -->
  <question type="category">
    <category>
        <text>$course$/top/Hooks</text>
    </category>
    <info format="moodle_auto_format"><text></text></info>
    <idnumber></idnumber>
  </question>

<!-- question: 91  -->
  <question type="multichoice">
    <name>
      <text>Refs</text>
    </name>
    <questiontext format="html">
      <text><![CDATA[<p dir="ltr">Which hook keeps a value &amp; draws <b>nothing</b>?<br></p><p><img src="@@PLUGINFILE@@/two%20boxes.png" alt="" width="10"></p>]]></text>
<file name="two boxes.png" path="/" encoding="base64">iVBORw0KGgoAAAANSUhEUg==</file>
    </questiontext>
    <generalfeedback format="html">
      <text></text>
    </generalfeedback>
    <defaultgrade>2.0000000</defaultgrade>
    <penalty>0.3333333</penalty>
    <hidden>0</hidden>
    <idnumber></idnumber>
    <single>true</single>
    <shuffleanswers>true</shuffleanswers>
    <answernumbering>abc</answernumbering>
    <showstandardinstruction>0</showstandardinstruction>
    <correctfeedback format="html">
      <text>Your answer is correct.</text>
    </correctfeedback>
    <answer fraction="0" format="html">
      <text><![CDATA[<p>useState</p>]]></text>
      <feedback format="html">
        <text><![CDATA[<p>That draws.</p>]]></text>
      </feedback>
    </answer>
    <answer fraction="100" format="html">
      <text><![CDATA[<p><code>useRef</code></p>]]></text>
      <feedback format="html">
        <text></text>
      </feedback>
    </answer>
    <answer fraction="50" format="moodle_auto_format">
      <text>a &lt; b</text>
      <feedback format="html"><text></text></feedback>
    </answer>
    <answer fraction="0" format="plain_text">
      <text>&lt;b&gt;</text>
      <feedback format="html"><text></text></feedback>
    </answer>
  </question>

<!-- question: 92  -->
  <question type="truefalse">
    <name><text>Alpha</text></name>
    <questiontext format="html"><text><![CDATA[<p>Is it so?</p>]]></text></questiontext>
    <answer fraction="100" format="moodle_auto_format"><text>true</text></answer>
    <answer fraction="0" format="moodle_auto_format"><text>false</text></answer>
  </question>
  <question type="multichoice">
    <name><text>Two right</text></name>
    <questiontext format="html"><text>Which two?</text></questiontext>
    <single>false</single>
    <answer fraction="50"><text>a</text></answer>
    <answer fraction="50"><text>b</text></answer>
  </question>
</quiz>
`

describe('an export of Moodle', () => {
  it('is read with its picture, its code and a list of losses', async () => {
    const { format, entries } = await read(moodleExport)
    expect(format).toBe('moodle')
    expect(entries[0]).toEqual({
      line: 13,
      excerpt: 'Which hook keeps a value & draws nothing?',
      errors: [],
      losses: ['feedback', 'part marks', 'its worth of 2 marks', 'bold or marked words'],
      question: {
        kind: 'single-choice',
        text: 'Which hook keeps a value & draws nothing?',
        code: null,
        picture: { type: 'image/png', base64: 'iVBORw0KGgoAAAANSUhEUg==' },
        options: ['useState', '`useRef`', 'a < b', '<b>'].map((text) => ({ text, picture: null })),
        correct: [1],
      },
    })
  })

  it('has each question of another kind reported', async () => {
    const { entries, errors } = await read(moodleExport)
    expect(
      entries.slice(1, 2).map((entry) => [entry.excerpt, entry.question, entry.errors]),
    ).toEqual([['Is it so?', null, [expect.stringContaining('This is true or false')]]])
    expect(entries[2]).toMatchObject({
      excerpt: 'Which two?',
      question: { kind: 'multiple-choice', correct: [0, 1] },
    })
    expect(errors).toEqual([{ line: 4, message: 'Categories are not kept: a test here has none.' }])
  })

  it('keeps words beside a CDATA section, and drops comments', async () => {
    const xml = `<quiz><question type="multichoice"><questiontext format="html"><text>Which <![CDATA[<code>a < b</code> &amp;]]> or<!-- <![CDATA[ --> c?</text></questiontext></question></quiz>`
    const { entries } = await read(xml)
    expect(entries[0]?.question?.text).toBe('Which `a < b` & or c?')
  })

  it('keeps the picture of an old export, and reports one that is missing', async () => {
    const toXml = (tags: string) =>
      `<quiz><question type="multichoice"><questiontext><text>Q</text></questiontext><image>a/b.png</image>${tags}</question></quiz>`
    const base64 = 'iVBORw0KGgoAAAANSUhEUg=='
    const kept = await read(toXml(`<image_base64>\n${base64}\n</image_base64>`))
    expect(kept.entries[0]).toMatchObject({
      losses: [],
      question: { picture: { type: 'image/png', base64 } },
    })
    const lost = await read(toXml(''))
    expect(lost.entries[0]?.losses).toEqual(['further pictures, or pictures of an unknown kind'])
  })

  it.each([
    { alt: 'A &quot;red&quot;  tree', description: 'A "red" tree', losses: [] },
    { alt: '&lt;script&gt;x', description: '<script>x', losses: [] },
    { alt: ' ', description: undefined, losses: [] },
    { alt: 'a b.png', description: undefined, losses: [] },
    {
      alt: 'x'.repeat(251),
      description: 'x'.repeat(250),
      losses: ['the end of a long description of a picture'],
    },
  ])('reads the description of a picture: $alt', async ({ alt, description, losses }) => {
    const { entries } = await read(
      `<quiz><question type="multichoice"><questiontext format="html"><text><![CDATA[<p>Q</p><img src="@@PLUGINFILE@@/a%20b.png" alt="${alt}">]]></text><file name="a b.png" encoding="base64">iVBORw0KGgoAAAANSUhEUg==</file></questiontext></question></quiz>`,
    )
    expect(entries[0]?.question?.picture).toEqual({
      type: 'image/png',
      base64: 'iVBORw0KGgoAAAANSUhEUg==',
      ...(description && { description }),
    })
    expect(entries[0]?.losses).toEqual(losses)
  })

  it('keeps the code of an option after its words', async () => {
    const { entries } = await read(
      '<quiz><question type="multichoice"><answer format="html"><text><![CDATA[<p>Prints</p><pre>a\nb</pre>]]></text></answer></question></quiz>',
    )
    expect(entries[0]).toMatchObject({
      errors: expect.arrayContaining(['Lines of code in an option are one line now: look it over']),
      losses: ['line breaks in options'],
      question: { options: [{ text: 'Prints `a` `b`' }, {}] },
    })
  })

  it('drops a file that is no picture', async () => {
    const { entries } = await read(
      moodleExport.replace('iVBORw0KGgoAAAANSUhEUg==', 'PHN2ZyBvbmxvYWQ9ImFsZXJ0KDEpIj4='),
    )
    expect(entries[0]?.question?.picture).toBeNull()
    expect(entries[0]?.losses).toContain('further pictures, or pictures of an unknown kind')
  })
})

describe('hostile XML', () => {
  const bomb = `<?xml version="1.0"?><!DOCTYPE quiz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>
<quiz><question type="multichoice"><questiontext><text>&b;</text></questiontext></question></quiz>`

  it('is not read if it declares entities', async () => {
    const { entries, errors } = await read(bomb)
    expect(entries).toEqual([])
    expect(errors[0]?.message).toMatch(/declares a document type/)
  })

  it('keeps the names of undeclared entities', async () => {
    const { entries } = await read(
      '<quiz><question type="essay"><questiontext><text>&file; &#38;lt;</text></questiontext></question></quiz>',
    )
    expect(entries[0]?.excerpt).toBe('&file; <')
  })

  it('is reported with its line if it is malformed', async () => {
    const { errors } = await read('<?xml version="1.0"?>\n<quiz>\n<question>\n</quiz>')
    expect(errors).toEqual([{ line: 4, message: expect.stringMatching(/^The XML is broken here/) }])
  })

  it('is reported if it is no quiz', async () => {
    expect((await read('<html><body>Hello</body></html>')).errors[0]?.message).toMatch(/no <quiz>/)
  })

  it('loses its scripts', async () => {
    const { entries } = await read(
      '<quiz><question type="multichoice"><questiontext format="html"><text>&lt;p&gt;Q&lt;script&gt;alert(1)&lt;/script&gt;&lt;/p&gt;</text></questiontext></question></quiz>',
    )
    expect(entries[0]?.question?.text).toBe('Q')
  })
})

describe('a table saved by', () => {
  const question = { text: 'Größe, "in" €?', correct: [1] }

  it('Excel in Germany: semicolons, Windows letters, line breaks in quotes', async () => {
    const text = 'Question;Option A;Option B;Option C;Option D;Correct\r\n'
    const cells = '"Gr\xf6\xdfe, ""in"" \x80?";1;2;"3\n4";5;B\r\n'
    const bytes = Uint8Array.from(text + cells, (letter) => letter.charCodeAt(0))
    const { format, entries } = await readQuestions(toSource(bytes.buffer as ArrayBuffer), null)
    expect(format).toBe('csv')
    expect(entries).toMatchObject([{ line: 2, errors: [], question }])
    expect(entries[0]?.question?.options[2]?.text).toBe('3 4')
  })

  it('Excel as UTF-8: its mark at the start', async () => {
    const csv = '\ufeffQuestion,A,B,C,D,Correct\r\n"Größe, ""in"" €?",1,2,3,4,B\r\n'
    const { entries } = await readQuestions(toSource(utf8(csv)), null)
    expect(entries).toMatchObject([{ errors: [], question }])
  })

  it('Excel as Unicode text: UTF-16 and tabs', async () => {
    const text = '\ufeffQuestion\tA\tB\tC\tD\tCorrect\r\n"Größe, ""in"" €?"\t1\t2\t3\t4\tB\r\n'
    const bytes = new Uint8Array(new Uint16Array([...text].map((c) => c.charCodeAt(0))).buffer)
    const { entries } = await readQuestions(toSource(bytes.buffer), null)
    expect(entries).toMatchObject([{ errors: [], question }])
  })

  it('LibreOffice or Google: commas, and the line of each row', async () => {
    const csv = 'Question,Code,A,B,C,D,Correct\n"Two\nlines","a\n\nb",1,2,3,4,D\nNext,,1,,3,4,A\n'
    const { entries } = await read(csv)
    expect(entries).toMatchObject([
      { line: 2, errors: [], question: { text: 'Two\nlines', code: 'a\n\nb', correct: [3] } },
      { line: 6, errors: ['Enter option B'] },
    ])
  })

  it('Excel with the delimiter in the first line', async () => {
    const csv = 'sep=;\r\nQuestion;A;B;C;D;Correct\r\n"Größe, ""in"" €?";1,5;2,5;3,5;4,5;B\r\n'
    const { format, entries } = await read(csv)
    expect(format).toBe('csv')
    expect(entries).toMatchObject([{ line: 3, errors: [], question }])
  })

  it('an institute: headings below title rows with other delimiters', async () => {
    const csv =
      'Mock paper 3, March 2026, all batches\n\nS.No;Questions;Ans 1;Ans 2;Ans 3;Ans 4;Ans\n1;"Größe, ""in"" €?";1;2;3;4;b\n'
    const { format, entries, table } = await read(csv)
    expect(format).toBe('csv')
    expect(table?.titleRowCount).toBe(1)
    expect(entries).toMatchObject([{ line: 4, errors: [], question }])
  })

  it('a workbook of several sheets: the one that names its columns, or the chosen one', async () => {
    const toCells = (rows: string[][]) => rows.map((row) => row.map((value) => ({ value })))
    const cover = [['Mock paper 3'], ['For batch B']]
    const heads = ['Question', 'A', 'B', 'Correct']
    const toSheet = (sheet: string, rows: string[][]) => ({ sheet, data: toCells(rows) })
    const workbook = await writeSheets([
      toSheet('Cover', cover),
      toSheet('Part 1', [heads, ['One?', 'a', 'b', 'A']]),
      toSheet('Part 2', [heads, ['Two?', 'a', 'b', 'B']]),
    ]).toBlob()
    const source = toSource(await workbook.arrayBuffer())
    const first = await readQuestions(source, null)
    expect(first.sheets).toEqual({ names: ['Cover', 'Part 1', 'Part 2'], chosen: 1 })
    expect(first.entries).toMatchObject([{ errors: [], question: { text: 'One?' } }])
    const second = await readQuestions(source, null, { sheet: 2 })
    expect(second.entries).toMatchObject([{ errors: [], question: { text: 'Two?' } }])
  })

  it('Excel with numbers that are shown as 50% and 007', async () => {
    const number = (value: number, format?: string) => ({ value, type: Number, format })
    const text = (value: string) => ({ value })
    const workbook = await writeSheets(
      [
        ['Question', 'A', 'B', 'C', 'D', 'E', 'Correct'].map(text),
        [
          text('Which agent?'),
          ...[number(0.5, '0%'), number(7, '000'), number(1.5, '0.00')],
          ...[number(0.125, '0.0%'), number(12), text('B')],
        ],
      ],
      { sheet: 'R&D' },
    ).toBlob()
    const { entries } = await readQuestions(toSource(await workbook.arrayBuffer()), null)
    expect(entries[0]?.question?.options.map((option) => option.text)).toEqual([
      ...['50%', '007', '1.50', '12.5%', '12'],
    ])
  })

  it('no program: an unclosed quotation mark is reported', async () => {
    const { errors } = await read('Question,A,B,C,D,Correct\nQ,"1,2,3,4,B\n')
    expect(errors).toContainEqual({
      line: 2,
      message: 'A quotation mark is opened here and not closed.',
    })
  })
})

describe('format detection', () => {
  it.each([
    { text: '::T::Q{=a ~b ~c ~d}', format: 'gift' },
    { text: '// a comment\nQ{=a ~b ~c ~d}', format: 'gift' },
    { text: 'Q\nA. a\nB. b\nC. c\nD. d\nANSWER: A', format: 'aiken' },
    { text: 'What does {} make?\nA. a\nB. b\nC. c\nD. d\nANSWER: A', format: 'aiken' },
    { text: 'Question,Code,A,B,C,D,Correct\nQ,{ },1,2,3,4,A', format: 'csv' },
    { text: 'Q\t1\t2\t3\t4\tA', format: 'csv' },
    { text: 'No,Asks,W1,W2,W3,W4,Key\n1,of({ a }),1,2,3,4,B', format: 'csv' },
    { text: 'Pick a, b, c, d, e {=a ~b}\n\nPick a {=a ~b}', format: 'gift' },
    { text: '  <quiz></quiz>', format: 'moodle' },
    { text: 'Dear students, welcome.', format: null },
    { text: '   ', format: null },
  ] as const)('$format in $text', async ({ text, format }) => {
    expect((await read(text)).format).toBe(format)
  })

  it('a file that is no workbook is reported', async () => {
    const bytes = Uint8Array.from([0x50, 0x4b, 3, 4, 1, 2, 3]).buffer
    expect(await readQuestions(toSource(bytes), null)).toMatchObject({
      format: 'xlsx',
      errors: [{ message: expect.stringMatching(/^This workbook cannot be read/) }],
    })
  })

  it('a named format takes precedence over the detected one', async () => {
    const source = { kind: 'text', text: 'Q\nA. a {b}' } as const
    expect((await readQuestions(source, 'aiken')).format).toBe('aiken')
  })
})
