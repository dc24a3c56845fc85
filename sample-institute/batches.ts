import type { Words } from '#web/institute/words.ts'

// The next batches, on /course. Nothing is shown until there is one, and each leaves the page by itself
// on the day after its start. One looks like this:
//
//   {
//     course: 'Full Stack',
//     starts: '2027-01-11',
//     schedule: 'Monday to Friday, 6:30 to 8:30 pm',
//     detail: 'In English',
//   },

export const batches: Words<'batches.ts'>['batches'] = []
