import { expect, it } from 'vitest'
import { site } from '#site'
import { countSampleTexts, listSampleTexts } from './sample-texts.ts'

const own = {
  phone: '+91 20 5550 1234',
  email: 'namaste@sahyadri.example',
  address: ['14 Tilak Road,', 'Nashik 422001'],
  course: { fees: null, hoursPerWeek: null, schedule: null, languages: [] },
}
const words = {
  'about.ts': {
    heading: { title: 'A classroom', isSample: true },
    week: { text: 'Our own', days: [] },
    promises: { kept: { title: 'We do', isSample: true }, refused: { title: 'We do not' } },
  },
  'course.ts': {
    sampleFacts: { hours: { value: '10', isSample: true }, tests: { value: '1', isSample: true } },
    months: [{ title: 'Databases', isSample: true }, { title: 'Deployment' }],
    questions: [{ question: 'Is it hard?', isSample: true }],
  },
  'terms.ts': { terms: ['Fees once paid are not refundable.'] },
}

it('lists each part that is still a sample, file by file', () => {
  const texts = listSampleTexts(words, own, site)
  expect(texts).toEqual([
    { file: 'about.ts', names: ['heading', 'promises.kept'] },
    {
      file: 'course.ts',
      names: [
        ...['sampleFacts.hours', 'sampleFacts.tests'],
        ...['months: Databases', 'questions: Is it hard?'],
      ],
    },
  ])
  expect(countSampleTexts(texts)).toBe(6)
})

it('leaves out a sample fact that the settings override', () => {
  const course = { ...own.course, hoursPerWeek: 12 }
  const [, ofCourse] = listSampleTexts(words, { ...own, course }, site)
  expect(ofCourse?.names).not.toContain('sampleFacts.hours')
  expect(ofCourse?.names).toContain('sampleFacts.tests')
})

it('the phone, email and address of the samples belong to nobody', () => {
  expect(listSampleTexts({}, site, site)).toEqual([
    { file: 'site.config.ts', names: ['phone', 'email', 'address'] },
  ])
  expect(listSampleTexts({}, { ...site, phone: own.phone }, site)).toEqual([
    { file: 'site.config.ts', names: ['email', 'address'] },
  ])
})

it('lists nothing where all texts are the institute’s own', () => {
  expect(listSampleTexts({ 'terms.ts': words['terms.ts'] }, own, site)).toEqual([])
})
