import { expect, it } from 'vitest'
import { normalizeValues } from './import-rows.ts'

it.each([
  ['email', ' MailTo:A@b.cd ', 'A@b.cd'],
  ['email', 'a@mailto:b.cd', 'a@mailto:b.cd'],
  ['course', 'React.js', 'react js'],
  ['course', 'REACT JS COURSE', 'react js'],
  ['course', 'Course in React', 'Course in React'],
  ['course', ' MERN ', 'MERN'],
  ['dob', '4/8/2003', '04-08-2003'],
  ['startDate', '2026-12-01', '01-12-2026'],
  ['gender', 'M.', 'male'],
  ['gender', 'f', 'female'],
  ['gender', 'Boy', 'male'],
  ['gender', 'GIRL', 'female'],
  ['gender', 'Other', 'other'],
  ['gender', 'Mr.X', 'mr.x'],
  ['rollNumber', ' A  7 ', 'A 7'],
  ['rollNumber', '\u200b', ''],
  ['fees', 'Rs. 45,000/-', '45000'],
  ['batch', ' B\u200b  1 ', 'B 1'],
  ['remarks', 'one\ntwo', 'one two'],
  ['phone', ' ९८२०० 00001 ', '98200 00001'],
  ['laddress', 'Flat 1\r\nPune', 'Flat 1\nPune'],
  ['fname', ' Ravi  Nair ', 'Ravi Nair'],
] as const)('a cell of %s: %j is read as %j', (field, typed, read) => {
  expect(normalizeValues({ [field]: typed })).toEqual({ [field]: read })
})
