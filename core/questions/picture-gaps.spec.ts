import { expect, it } from 'vitest'
import { countUndescribedPictures, listWordlessOptions } from './picture-gaps.ts'

const none = { text: 'one', hasPicture: false }
const picture = { text: 'two', hasPicture: true }
const described = { text: 'three', hasPicture: true, description: 'A tree' }
const blank = { text: 'four', hasPicture: true, description: ' ' }

it('counts the pictures of questions and options that have no description', () => {
  expect(countUndescribedPictures([])).toBe(0)
  expect(countUndescribedPictures([{ ...described, options: [none, described] }])).toBe(0)
  expect(
    countUndescribedPictures([
      { ...picture, options: [none, blank] },
      { ...none, options: [picture, described] },
    ]),
  ).toBe(3)
})

it.each(['B', 'b)', '(c)', '—', '', 'Figure 2', 'Figure 123', 'fig. iv', 'Option D', 'Image'])(
  'does not count %j beside a picture as words',
  (text) => {
    const options = [none, { ...picture, text }, { ...described, text }, { ...none, text }]
    expect(listWordlessOptions({ options })).toEqual([1])
  },
)

it.each([
  '4',
  'a + b',
  'A linked list',
  'x',
  '\\(x^2\\)',
  'चित्र',
  'Picture of a tree',
  'ab',
  'a b',
  'i',
  'Figure 1234',
  'Figure vivid',
])('counts %j as words', (text) => {
  expect(listWordlessOptions({ options: [{ ...picture, text }] })).toEqual([])
})
