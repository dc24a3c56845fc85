import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { oddText } from './arbitrary-from-schema.ts'

export type Part = {
  readonly name: string
  readonly content: Buffer
  /** A part with a file name is a file. */
  readonly filename?: string
  readonly type?: string
}

export type Message = {
  readonly contentType: string
  readonly body: Buffer
  /** Changes to the message, for the report. */
  readonly changes: readonly string[]
}

type Draft = { parts: Part[]; boundary: string; contentType: string; bytes: Buffer | null }
type Change = { readonly name: string; apply(draft: Draft): Draft }

/** A valid message with up to three faults, and perhaps without its end. */
export function arbitraryMessages(parts: fc.Arbitrary<readonly Part[]>): fc.Arbitrary<Message> {
  return fc
    .tuple(
      parts,
      fc.array(changes, { maxLength: 3 }),
      fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    )
    .map(([validParts, applied, cutAt]) => {
      const boundary = '----faults7MA4YWxkTrZu0gW'
      let draft: Draft = {
        parts: [...validParts],
        boundary,
        contentType: `multipart/form-data; boundary=${boundary}`,
        bytes: null,
      }
      for (const change of applied) draft = change.apply(draft)
      const whole = draft.bytes ?? encode(draft.parts, draft.boundary)
      const body = cutAt === null ? whole : whole.subarray(0, Math.floor(cutAt * whole.length))
      const names = applied.map(({ name }) => name)
      return {
        contentType: draft.contentType,
        body,
        changes: cutAt === null ? names : [...names, `cut at ${body.length} of ${whole.length}`],
      }
    })
}

function encode(parts: readonly Part[], boundary: string): Buffer {
  const pieces = parts.flatMap(({ name, content, filename, type }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${
        filename === undefined ? '' : `; filename="${filename}"`
      }\r\n${type ? `Content-Type: ${type}\r\n` : ''}\r\n`,
    ),
    content,
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)])
}

const arbitraryIndex = fc.nat({ max: 30 })

function changePartAt(at: number, parts: readonly Part[], change: (part: Part) => Part[]): Part[] {
  const chosen = at % Math.max(1, parts.length)
  return parts.flatMap((part, n) => (n === chosen ? change(part) : [part]))
}

function changeParts(name: string, change: (part: Part) => Part[]): fc.Arbitrary<Change> {
  return arbitraryIndex.map((at) => ({
    name,
    apply: (draft) => ({ ...draft, parts: changePartAt(at, draft.parts, change) }),
  }))
}

function changeBytes(name: string, change: (bytes: Buffer, draft: Draft) => Buffer): Change {
  return {
    name,
    apply: (draft) => ({
      ...draft,
      bytes: change(draft.bytes ?? encode(draft.parts, draft.boundary), draft),
    }),
  }
}

function replaceText(from: string, to: string): Change {
  const name = `${JSON.stringify(from)} becomes ${JSON.stringify(to.slice(0, 40))}`
  return changeBytes(name, (bytes) => {
    const at = bytes.indexOf(from)
    if (at < 0) return bytes
    const rest = bytes.subarray(at + from.length)
    return Buffer.concat([bytes.subarray(0, at), Buffer.from(to, 'latin1'), rest])
  })
}

const oddNames = fc.oneof(
  fc.constantFrom(
    '',
    '__proto__',
    'constructor',
    'toString',
    'x'.repeat(99),
    'x'.repeat(101),
    'x'.repeat(20_000),
    'a"; filename="b',
    'a\r\nX: y',
    'name[]',
    'questionimage_999',
    'optionimage_0_9',
    'aadharFront',
  ),
  oddText,
)

const oddContent = fc.oneof(
  oddText.map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 64 }).map((bytes) => Buffer.from(bytes)),
  fc.constantFrom(
    Buffer.from('eda080', 'hex'),
    Buffer.from('[{"question":"\\u0000"}]'),
    Buffer.from('[{"question":"\\ud800","options":["a","b","c","d"],"correct_answer":"a"}]'),
    Buffer.from('[{"__proto__":{"text":"x"}}]'),
    Buffer.from(`${'['.repeat(50_000)}${']'.repeat(50_000)}`),
    Buffer.from('{"length":1e9}'),
    Buffer.alloc(300_000, 'x'),
  ),
)

const boundaries = fc.constantFrom(
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=""',
  'multipart/form-data; boundary=another',
  `multipart/form-data; boundary=${'b'.repeat(300)}`,
  'multipart/form-data; boundary="----faults7MA4YWxkTrZu0gW"',
  'multipart/form-data; boundary=----faults7MA4YWxkTrZu0gW; charset=utf-16',
  'multipart/form-data; boundary=----faults7MA4YWxkTrZu0gW; boundary=another',
  'MULTIPART/FORM-DATA; BOUNDARY=----faults7MA4YWxkTrZu0gW',
  "multipart/form-data;boundary*=utf-8''x",
  'multipart/mixed; boundary=----faults7MA4YWxkTrZu0gW',
  'multipart/form-dataX; boundary=x',
  'application/json',
  'application/octet-stream',
  'text/plain',
)

const changes: fc.Arbitrary<Change> = fc.oneof(
  changeParts('a part is missing', () => []),
  changeParts('a part comes twice', (part) => [part, part]),
  changeParts('a file where a field belongs', (part) => [
    { ...part, filename: 'a.png', type: 'image/png' },
  ]),
  changeParts('a field where a file belongs', ({ name, content }) => [{ name, content }]),
  changeParts('an empty file name', (part) => [{ ...part, filename: '' }]),
  changeParts('a file name that climbs', (part) => [
    { ...part, filename: '../../../etc/passwd\0.png' },
  ]),
  changeParts('an odd type', (part) => [{ ...part, type: 'text/html; charset=\u0000' }]),
  changeParts('nested', (part) => [{ ...part, type: 'multipart/mixed; boundary=inner' }]),
  fc.tuple(arbitraryIndex, oddNames).map(([at, name]) => ({
    name: `named ${JSON.stringify(name.slice(0, 40))}`,
    apply: (draft: Draft) => ({
      ...draft,
      parts: changePartAt(at, draft.parts, (part) => [{ ...part, name }]),
    }),
  })),
  fc.tuple(arbitraryIndex, oddContent).map(([at, content]) => ({
    name: `holds ${JSON.stringify(content.subarray(0, 40).toString('latin1'))}`,
    apply: (draft: Draft) => ({
      ...draft,
      parts: changePartAt(at, draft.parts, (part) => [{ ...part, content }]),
    }),
  })),
  fc.nat({ max: 300 }).map((extraCount) => ({
    name: `${extraCount} more parts`,
    apply: (draft: Draft) => ({
      ...draft,
      parts: [
        ...draft.parts,
        ...Array.from({ length: extraCount }, (_, n) => ({
          name: `x${n}`,
          content: Buffer.from('y'),
        })),
      ],
    }),
  })),
  boundaries.map((contentType) => ({
    name: contentType.slice(0, 80),
    apply: (draft: Draft) => ({ ...draft, contentType }),
  })),
  fc.constantFrom(
    replaceText('\r\n\r\n', '\r\n'),
    replaceText('\r\n', '\n'),
    replaceText(' name="', ' nom="'),
    replaceText('form-data;', 'attachment;'),
    replaceText('Content-Disposition: ', 'Content-Disposition'),
    replaceText('Content-Disposition', 'X'.repeat(90_000)),
    replaceText('Content-Disposition', 'Content-Transfer-Encoding: base64\r\nContent-Disposition'),
    replaceText('name="', "name*=utf-8''%00%ff; name=\""),
    replaceText('Content-Disposition', `${'X-Odd: y\r\n'.repeat(3_000)}Content-Disposition`),
    replaceText('--\r\n', ''),
    replaceText('--', 'preamble without an end--'),
    changeBytes('an epilogue', (bytes) => Buffer.concat([bytes, Buffer.from('after the end\0')])),
    changeBytes('nothing at all', () => Buffer.alloc(0)),
    changeBytes('only the end', (_, { boundary }) => Buffer.from(`--${boundary}--\r\n`)),
    changeBytes('bytes that are no message', (bytes) => deflateSync(bytes)),
  ),
)
