import { expect, it } from 'vitest'
import { courseLabels } from '#contract/registration-labels.ts'
import { heading, months, otherCourses, questions, sampleFacts } from '#institute/course.ts'
import { type CourseSettings, describeCourse, listCourseFacts } from './course-facts.ts'

const unset: CourseSettings = { fees: null, hoursPerWeek: null, schedule: null, languages: [] }
const set: CourseSettings = {
  fees: 60_000,
  hoursPerWeek: 12,
  schedule: 'Saturday and Sunday',
  languages: [
    { tag: 'en', name: 'English' },
    { tag: 'mr', name: 'Marathi' },
  ],
}

it('shows fees as "on enquiry" until they are set', () => {
  expect(listCourseFacts(unset).fees.value).toBe('On enquiry')
  expect(listCourseFacts(set).fees).toEqual({ name: 'Fees', value: '₹60,000' })
})

it('shows a fact that is set instead of the sample text, without its label', () => {
  const { hours, schedule, language } = listCourseFacts(set)
  expect([hours, schedule, language]).toEqual([
    { name: 'Hours', value: '12 hours a week in class' },
    { name: 'Schedule', value: 'Saturday and Sunday' },
    { name: 'Language', value: 'English, Marathi' },
  ])
  const samples = Object.values(listCourseFacts(unset)).filter(
    (fact) => 'isSample' in fact && fact.isSample,
  )
  expect(samples.map(({ name }) => name)).toEqual([
    ...['Hours', 'Schedule', 'Language', 'You need', 'Tests'],
  ])
})

it('gives search engines no sample text', () => {
  const data = JSON.stringify(describeCourse(unset))
  const sampleTexts = [
    heading.text,
    ...Object.values(sampleFacts).flatMap(({ value, detail }) => [value, detail]),
    ...months.flatMap(({ weeks, builds }) => [...weeks, builds]),
    ...questions.map(({ answer }) => answer),
  ]
  expect(sampleTexts.filter((text) => text && data.includes(text))).toEqual([])
  for (const field of ['offers', 'inLanguage', 'courseSchedule', 'courseMode', 'aggregateRating'])
    expect(data).not.toContain(field)
})

it('gives search engines the facts that are set', () => {
  expect(describeCourse(set)).toMatchObject({
    '@type': 'Course',
    timeRequired: 'P6M',
    inLanguage: ['en', 'mr'],
    offers: { price: 60_000, priceCurrency: 'INR' },
    hasCourseInstance: { courseSchedule: { duration: 'PT12H' } },
  })
})

it('names every course of the registration once, besides Full Stack', () => {
  const { 'full stack': _, other: __, ...single } = courseLabels
  const named = otherCourses.flatMap(({ courses }) => courses.map(({ name }) => name))
  expect(named.toSorted()).toEqual(Object.values(single).toSorted())
})

it('has an anchor for every course of the footer', () => {
  expect(otherCourses.map(({ id }) => id)).toEqual([
    ...['front-end', 'back-end', 'graphics', 'ui-ux', 'more'],
  ])
})
