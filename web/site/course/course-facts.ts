import { formatMoney, pluralize } from '#contract/format.ts'
import { description, months, name, sampleFacts } from '#institute/course.ts'
import { site } from '#site'
import type { CourseFact } from '../../institute/words.ts'

/** `course` of site.config.ts. */
export type CourseSettings = {
  /** In whole units of the currency. */
  readonly fees: number | null
  readonly hoursPerWeek: number | null
  readonly schedule: string | null
  readonly languages: readonly { readonly tag: string; readonly name: string }[]
}

export type NamedFact = CourseFact & { readonly name: string }

const courseLength = `P${months.length}M`
const weekCount = months.flatMap(({ weeks }) => weeks).length

/** Facts that one wants to know first; settings take the place of sample text. */
export function listCourseFacts(settings: CourseSettings) {
  const { fees, hoursPerWeek, schedule, languages } = settings
  return {
    length: {
      name: 'Length',
      value: pluralize(months.length, 'month'),
      detail: `${weekCount} weeks of class`,
    },
    hours: {
      name: 'Hours',
      ...(hoursPerWeek === null
        ? sampleFacts.hours
        : { value: `${hoursPerWeek} hours a week in class` }),
    },
    schedule: { name: 'Schedule', ...(schedule ? { value: schedule } : sampleFacts.schedule) },
    place: { name: 'Place', value: site.address.at(-1) ?? '' },
    language: {
      name: 'Language',
      ...(languages.length > 0
        ? { value: languages.map(({ name }) => name).join(', ') }
        : sampleFacts.language),
    },
    prerequisites: { name: 'You need', ...sampleFacts.prerequisites },
    fees: {
      name: 'Fees',
      ...(fees === null
        ? { value: 'On enquiry', detail: 'before you register' }
        : { value: formatMoney(fees) }),
    },
    tests: { name: 'Tests', ...sampleFacts.tests },
  } satisfies Record<string, NamedFact>
}

/** The course in the terms of schema.org: only what the page says and site.config.ts sets. */
export function describeCourse(settings: CourseSettings) {
  const { fees, hoursPerWeek, languages } = settings
  const inLanguage = languages.map(({ tag }) => tag)
  return {
    '@type': 'Course',
    name,
    description,
    timeRequired: courseLength,
    teaches: months.map(({ title }) => title),
    ...(languages.length > 0 && { inLanguage }),
    ...(fees !== null && {
      offers: {
        '@type': 'Offer',
        category: 'Paid',
        price: fees,
        priceCurrency: site.currency,
      },
    }),
    hasCourseInstance: {
      '@type': 'CourseInstance',
      duration: courseLength,
      location: site.address.join(' '),
      ...(hoursPerWeek !== null && {
        courseSchedule: {
          '@type': 'Schedule',
          repeatFrequency: 'Weekly',
          duration: `PT${hoursPerWeek}H`,
        },
      }),
    },
  }
}
