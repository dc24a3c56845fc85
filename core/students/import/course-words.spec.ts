import { expect, it } from 'vitest'
import { fingerprintText } from '../../tables/heads.ts'
import { listTableWords, readCourseWords, toWordKey } from './course-words.ts'
import type { ImportRow } from './import-rows.ts'

const createRow = (line: number, course: string): ImportRow => ({
  line,
  values: { name: `Student ${line}`, email: `s${line}@example.com`, course },
})
const rows = [
  createRow(2, 'MERN bootcamp'),
  createRow(3, 'react js'),
  createRow(4, 'mern  Bootcamp '),
  createRow(5, ''),
  createRow(6, 'MERN bootcamp (weekend)'),
]

it('finds words that are not courses, each once, with its rows', () => {
  expect(listTableWords(rows).map(({ word, lines }) => [word, lines])).toEqual([
    ['MERN bootcamp', [2, 4]],
    ['MERN bootcamp (weekend)', [6]],
  ])
})

it('reads a word as the chosen course, in each of its rows and in no other', () => {
  const read = readCourseWords(rows, listTableWords(rows), {
    [toWordKey('MERN BOOTCAMP')]: 'full stack',
    [toWordKey('MERN bootcamp (weekend)')]: null,
  })
  expect(read.map(({ values }) => values.course)).toEqual([
    'full stack',
    'react js',
    'full stack',
    '',
    'MERN bootcamp (weekend)',
  ])
  expect(read[0]?.values.name).toBe('Student 2')
})

it('does not change the rows before a course is chosen', () => {
  expect(readCourseWords(rows, listTableWords(rows), {})).toBe(rows)
})

it('its storage key contains no word of the table', () => {
  expect(toWordKey('MERN bootcamp')).toMatch(/^[\da-f]{24}$/)
  expect(toWordKey('MERN  bootcamp')).toBe(toWordKey(' mern bootcamp '))
  expect(toWordKey('MERN bootcamp')).not.toBe(toWordKey('MERNbootcamp'))
  expect(toWordKey('a')).toBe(fingerprintText('a'))
})
