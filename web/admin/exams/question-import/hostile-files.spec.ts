import { Worker } from 'node:worker_threads'
import { afterAll, describe, expect, it } from 'vitest'
import type { Format } from './formats.ts'

/** So large that an hour is too short for a reader that goes over the rest of it at each sign. */
const size = process.env.LONG ? 5_000_000 : 400_000
const maxImportMs = 10_000

const repeatToSize = (text: string) => text.repeat(Math.ceil(size / text.length))
const moodle = (inner: string) =>
  `<quiz><question type="multichoice"><questiontext format="html"><text>${inner}</text></questiontext></question></quiz>`

const hostile: readonly { what: string; format: Format | null; text: () => string }[] = [
  {
    what: 'comments that never end, in a page',
    format: 'moodle',
    text: () => moodle(`<![CDATA[${repeatToSize('<!--')}]]>`),
  },
  { what: 'comments that never end', format: 'moodle', text: () => moodle(repeatToSize('<!--')) },
  {
    what: 'sections that never end',
    format: 'moodle',
    text: () => moodle(repeatToSize('<![CDATA[')),
  },
  { what: 'a tag that never ends', format: 'moodle', text: () => moodle(`<${repeatToSize('a')}`) },
  {
    what: 'a page with a tag that never ends',
    format: 'moodle',
    text: () => moodle(`<![CDATA[<${repeatToSize('a')}]]>`),
  },
  {
    what: 'a page of open quotes',
    format: 'moodle',
    text: () => moodle(`<![CDATA[<p ${repeatToSize(`"' `)}]]>`),
  },
  { what: 'a tag of spaces', format: 'moodle', text: () => moodle(`<b${repeatToSize(' ')}/>`) },
  { what: 'a tag of quotes', format: 'moodle', text: () => moodle(repeatToSize(`<b a="='='='" `)) },
  { what: 'tags in tags', format: 'moodle', text: () => moodle(repeatToSize('<b>')) },
  {
    what: 'a page of tags in tags, and of ends of others',
    format: 'moodle',
    text: () => moodle(`<![CDATA[${repeatToSize('<b>')}${repeatToSize('</i>')}]]>`),
  },
  {
    what: 'many questions',
    format: 'moodle',
    text: () => `<quiz>${repeatToSize('<question/>\n')}</quiz>`,
  },
  {
    what: 'many pictures and files',
    format: 'moodle',
    text: () =>
      moodle(
        `<![CDATA[${repeatToSize('<img src="@@PLUGINFILE@@/x">')}]]></text>${repeatToSize('<file name="y"/>')}<text>`,
      ),
  },
  {
    what: 'many words',
    format: 'moodle',
    text: () => moodle(`<![CDATA[${repeatToSize('<p>a b')}]]>`),
  },
  {
    what: 'ampersands',
    format: 'moodle',
    text: () => moodle(`&${repeatToSize('a')}${repeatToSize('&a')}`),
  },
  { what: 'empty lines', format: null, text: () => `x${repeatToSize('\n')}y` },
  { what: 'spaces and returns', format: null, text: () => `x${repeatToSize('\r \t')}y` },
  {
    what: 'spaces in an option',
    format: 'aiken',
    text: () => `Why?\nA.${repeatToSize(' ')}x\u2028y\nANSWER: A`,
  },
  {
    what: 'spaces in an answer',
    format: 'aiken',
    text: () => `Why?\nA. x\nANSWER:${repeatToSize(' ')}x\u2028y`,
  },
  {
    what: 'words and spaces',
    format: 'aiken',
    text: () => `${repeatToSize('a  ')}\nA. x\nANSWER: A`,
  },
  { what: 'backslashes', format: 'gift', text: () => `::${repeatToSize('\\')} {=a ~b}` },
  { what: 'many answers', format: 'gift', text: () => `Why? {${repeatToSize('=a ')}}` },
  {
    what: 'a page of comments',
    format: 'gift',
    text: () => `[html]${repeatToSize('<!--')} {=a ~b}`,
  },
  { what: 'hashes', format: 'gift', text: () => `Why? {${repeatToSize('\\####')}}` },
  { what: 'quotes', format: 'csv', text: () => `"${repeatToSize('a" "b')}` },
  { what: 'quotes without an end', format: 'csv', text: () => repeatToSize('a,"b\n') },
  {
    what: 'many columns and rows',
    format: 'csv',
    text: () => `Question,Option A${repeatToSize(',Option B')}\n${repeatToSize('a\n')}`,
  },
  {
    what: 'spaces',
    format: 'csv',
    text: () => `Question,Option A\n"${repeatToSize(' ')}",${repeatToSize(' ')}x`,
  },
]

const reader = new URL('./read-imported-questions.ts', import.meta.url).href
const program = `
  const { parentPort } = require('node:worker_threads')
  import(${JSON.stringify(reader)}).then(({ readQuestions }) => {
    parentPort.on('message', async ({ text, format }) => {
      const { entries, errors } = await readQuestions({ kind: 'text', text }, format)
      parentPort.postMessage(entries.length + errors.length)
    })
  })`
let worker: Worker | undefined
let resolveCount: (count: number) => void = () => {}
afterAll(() => worker?.terminate())

function openWorker(): Worker {
  return new Worker(program, { eval: true }).on('message', (count) => resolveCount(count))
}

/** Counts what was read; a reader that does not come back is ended. */
async function count(text: string, format: Format | null): Promise<number | 'no end'> {
  worker ??= openWorker()
  worker.postMessage({ text, format })
  const result = await new Promise<number | 'no end'>((resolve) => {
    const timer = setTimeout(() => resolve('no end'), maxImportMs)
    resolveCount = (found) => {
      clearTimeout(timer)
      resolve(found)
    }
  })
  if (result !== 'no end') return result
  await worker.terminate()
  worker = undefined
  return result
}

describe('a hostile file is read or refused quickly', () => {
  it.each(hostile)('$format: $what', async ({ text, format }) => {
    expect(await count(text(), format)).toEqual(expect.any(Number))
  })
})
