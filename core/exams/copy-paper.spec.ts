import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyQuestion, createPaper, createQuestion } from '#test/exam-factories.ts'
import { kindNames } from '../questions/question.ts'
import { copyPaper, suggestCopyTitle } from './copy-paper.ts'
import { listImages } from './exam.ts'

describe('a copy of a paper', () => {
  it('has the same questions, keys and rules under another title', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...kindNames).chain(anyQuestion), { maxLength: 4 }),
        (questions) => {
          const paper = createPaper(0, { questions, navigation: 'free' })
          const images = new Map(listImages(paper).map((id) => [id, id]))
          const copied = copyPaper(paper, { title: 'Again', images })
          expect(copied).toEqual({ ...paper, title: 'Again' })
        },
      ),
    )
  })

  it('names the copies of its pictures, and keeps their descriptions', () => {
    const { options } = createQuestion('q0')
    const question = createQuestion('q0', {
      imageId: 'diagram',
      imageDescription: 'A box',
      options: options.map((option, n) => (n === 1 ? { ...option, imageId: 'choice' } : option)),
    })
    const paper = createPaper(0, { questions: [question] })
    const images = new Map([
      ['diagram', 'copy-1'],
      ['choice', 'copy-2'],
    ])
    const copied = copyPaper(paper, { title: 'Again', images })
    expect(listImages(copied)).toEqual(['copy-1', 'copy-2'])
    expect(copied.questions[0]).toMatchObject({ imageDescription: 'A box' })
    expect(listImages(paper)).toEqual(['diagram', 'choice'])
  })

  it('leaves out a picture that could not be copied, with its description', () => {
    const question = createQuestion('q0', { imageId: 'lost', imageDescription: 'A box' })
    const paper = createPaper(0, { questions: [question] })
    const [copied] = copyPaper(paper, { title: 'Again', images: new Map() }).questions
    expect(copied).toEqual(createQuestion('q0'))
  })
})

it('a copy gives no picture, and no words for one, to what has none', () => {
  const question = createQuestion('q0', { imageId: 'diagram' })
  const paper = createPaper(0, { questions: [question] })
  const images = new Map([['diagram', 'copy-1']])
  const [copied] = copyPaper(paper, { title: 'Again', images }).questions
  expect(Object.keys(copied ?? {}).toSorted()).toEqual(Object.keys(question).toSorted())
  expect(copied).toEqual({ ...question, imageId: 'copy-1' })
})

describe('the title of a copy', () => {
  it.each([
    ['React JS', 'React JS (copy)'],
    ['x'.repeat(200), `${'x'.repeat(193)} (copy)`],
  ])('of %j is %j', (title, expected) => expect(suggestCopyTitle(title)).toBe(expected))
})
