// Above the choice of a course.

export const courseHint =
  'You can change the course before your start date. Full Stack takes 6 months. The others are separate, shorter courses on one subject.'
