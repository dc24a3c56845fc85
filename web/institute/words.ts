import { z } from 'zod'
import { ownContentFiles } from './own-content-files.ts'

// The content of each file of an institute's words. The samples are in sample-institute/; a build
// reports a file that differs from this.

const Text = z.string().min(1)
const Texts = z.array(Text).readonly()
const Titled = z.strictObject({ title: Text, text: Text })
/** Invented words: the page labels them, and search engines get none of them. */
const Part = z.strictObject({ isSample: z.boolean().optional() })
const TextPart = z.strictObject({ ...Part.shape, ...Titled.shape })
const Sentence = z.strictObject({ ...Part.shape, text: Text })

const Testimonial = z.strictObject({
  ...Part.shape,
  name: Text,
  role: Text,
  /** Stars. */
  rating: z.int().min(1).max(5),
  feedback: Text,
})

/** Words between backticks are drawn as code. */
const SampleQuestion = z.strictObject({
  subject: Text,
  text: Text,
  code: Text,
  options: Texts,
  /** The place of the right option, from 0. */
  correct: z.int(),
  /** Shown with the review. */
  why: Text,
  /** The week of the course that teaches it. */
  week: z.int().min(1).optional(),
})

const CourseFact = z.strictObject({ ...Part.shape, value: Text, detail: Text.optional() })

const Month = z.strictObject({
  ...Part.shape,
  title: Text,
  weeks: Texts,
  /** The project that a student builds in this month. */
  builds: Text,
  picture: z.enum(['page', 'components', 'calls', 'tables', 'cloud', 'checks']),
})

const OtherCourses = z.strictObject({
  ...TextPart.shape,
  /** The anchor on /course. */
  id: z.string().regex(/^[a-z][a-z0-9-]*$/, 'Use small letters, digits and hyphens'),
  courses: z.array(z.strictObject({ name: Text, text: Text })).readonly(),
})

const AboutPart = z.strictObject({
  ...TextPart.shape,
  link: z.strictObject({ to: Text, name: Text }).optional(),
  picture: z.enum(['layers', 'windows', 'paper']),
})

const Day = z.strictObject({
  name: Text,
  text: Text,
  icon: z.enum(['topic', 'code', 'review', 'show', 'test']),
})

const Promises = z.strictObject({ ...Part.shape, title: Text, items: Texts })

const Post = z.strictObject({
  ...Part.shape,
  /** Used in its path, and the name of its file in posts/. */
  id: z.string().regex(/^[a-z0-9-]+$/, 'Use small letters, digits and hyphens'),
  title: Text,
  summary: Text,
  date: z.iso.date(),
  /** Reading time at 200 words a minute. */
  minutes: z.int(),
  cover: z.enum(['clock', 'blocks', 'stack']),
  author: z.strictObject({ name: Text, about: Text }),
})

export const wordFiles = {
  'home.ts': z.strictObject({
    /** Behind the institute's name in the title of the page. */
    title: Text,
    description: Text,
    hero: z.strictObject({
      title: Text,
      /** The end of the title, with a brush stroke under it. */
      marked: Text,
      lead: Text,
      facts: z.array(Titled).readonly(),
      /** Six, bottom up; the last is highlighted. */
      layers: z.array(Text).length(6).readonly(),
      layersLabel: Text,
    }),
    banner: Titled,
    offer: z.strictObject({
      lead: Text,
      parts: z.array(z.strictObject({ name: Text, months: Text })).readonly(),
      title: Text,
      text: Text,
      skills: Texts,
      courses: z.tuple([Titled, Titled]).readonly(),
    }),
    joinUs: z.strictObject({ lead: Text, steps: z.array(Titled).readonly() }),
  }),
  'testimonials.ts': z.strictObject({ testimonials: z.array(Testimonial).readonly() }),
  'sample-questions.ts': z.strictObject({
    sampleQuestions: z.array(SampleQuestion).min(1).readonly(),
  }),
  'course.ts': z.strictObject({
    /** The page's title, in browsers and search engines. */
    title: Text,
    description: Text,
    /** As given to search engines. */
    name: Text,
    heading: TextPart,
    sampleFacts: z.strictObject({
      hours: CourseFact,
      schedule: CourseFact,
      language: CourseFact,
      prerequisites: CourseFact,
      tests: CourseFact,
    }),
    months: z.array(Month).min(1).max(6).readonly(),
    afterLastWeek: Sentence,
    questions: z.array(z.strictObject({ ...Part.shape, question: Text, answer: Text })).readonly(),
    otherCoursesLead: Sentence,
    otherCourses: z.array(OtherCourses).readonly(),
  }),
  'about.ts': z.strictObject({
    description: Text,
    heading: TextPart,
    aboutParts: z.array(AboutPart).readonly(),
    week: z.strictObject({ ...Sentence.shape, days: z.array(Day).readonly() }),
    promises: z.strictObject({ kept: Promises, refused: Promises }),
  }),
  'posts.ts': z.strictObject({ description: Text, posts: z.array(Post).readonly() }),
  'terms.ts': z.strictObject({ terms: z.array(Text).min(1).readonly() }),
  'frame.ts': z.strictObject({
    /** Beside the phone number at the top of each page. */
    slogan: Text,
    stackLabel: Text,
    footerCourses: z.array(z.strictObject({ name: Text, id: Text })).readonly(),
  }),
  'logins.ts': z.strictObject({
    slogan: Text,
    student: Text,
    staff: Text,
    forgotten: Text,
  }),
  'registration.ts': z.strictObject({ courseHint: Text }),
  ...ownContentFiles,
} as const

export type WordFile = keyof typeof wordFiles
/** The exports of a file of that name. */
export type Words<Name extends WordFile> = z.output<(typeof wordFiles)[Name]>

export type Part = z.output<typeof Part>
export type SampleQuestion = z.output<typeof SampleQuestion>
export type CourseFact = z.output<typeof CourseFact>
export type Month = z.output<typeof Month>
export type AboutPart = z.output<typeof AboutPart>
export type Day = z.output<typeof Day>
export type Post = z.output<typeof Post>
