/** A part of a page in this folder. */
export type Part = {
  /** Invented words: the page labels them, and search engines are told nothing of them. */
  readonly isSample?: boolean
}

export type TextPart = Part & { readonly title: string; readonly text: string }

export type Testimonial = Part & {
  readonly name: string
  readonly role: string
  /** 1 to 5 stars. */
  readonly rating: number
  readonly feedback: string
}

/** Words between backticks are drawn as code. */
export type SampleQuestion = {
  readonly subject: string
  readonly text: string
  readonly code: string
  readonly options: readonly string[]
  /** The place of the right option, from 0. */
  readonly correct: number
  /** Shown with the review. */
  readonly why: string
}

export type CourseFact = Part & { readonly value: string; readonly detail?: string }

export type Month = Part & {
  readonly title: string
  readonly weeks: readonly string[]
  /** What a student builds in this month. */
  readonly builds: string
  readonly picture: 'page' | 'components' | 'calls' | 'tables' | 'cloud' | 'checks'
}

export type Question = Part & { readonly question: string; readonly answer: string }

export type OtherCourses = Part & {
  /** The anchor on /course. */
  readonly id: string
  readonly title: string
  readonly text: string
  readonly courses: readonly { readonly name: string; readonly text: string }[]
}

export type AboutPart = TextPart & {
  readonly link?: { readonly to: string; readonly name: string }
  readonly picture: 'layers' | 'windows' | 'paper'
}

export type Day = {
  readonly name: string
  readonly text: string
  readonly icon: 'topic' | 'code' | 'review' | 'show' | 'test'
}

export type Post = Part & {
  /** Used in its path, and the name of its file in posts/. */
  readonly id: string
  readonly title: string
  readonly summary: string
  /** yyyy-MM-dd */
  readonly date: string
  /** Reading time at 200 words a minute. */
  readonly minutes: number
  readonly cover: 'clock' | 'blocks' | 'stack'
  readonly author: { readonly name: string; readonly about: string }
}
