import type { Words } from '#web/institute/words.ts'

// Your trainers, on /about. Nothing is shown until there is one. One looks like this:
//
//   { name: 'Asha Patil', teaches: 'React JS and Redux', about: 'Eight years in web shops.' },

export const trainers: Words<'trainers.ts'>['trainers'] = []
