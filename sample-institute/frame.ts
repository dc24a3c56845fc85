import type { Words } from '#web/institute/words.ts'

// The words around every page.

export const slogan = 'Full stack development training, in 6 months'

/** The drawn stack in words, for those who do not see it. */
export const stackLabel =
  'Six layers of a full stack, from HTML/CSS/JS at the bottom to advanced topics at the top'

/** Each leads to its part of the course page, by the `id` in course.ts. */
export const footerCourses: Words<'frame.ts'>['footerCourses'] = [
  { name: 'Front End Development', id: 'front-end' },
  { name: 'Back End Development', id: 'back-end' },
  { name: 'Graphics Designing', id: 'graphics' },
  { name: 'UI UX Designing', id: 'ui-ux' },
]
