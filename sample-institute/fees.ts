import type { Words } from '#web/institute/words.ts'

// Fees and instalments, on /course. Nothing is shown until there is one. Amounts are in whole units of the
// currency of site.config.ts; `note` may be left out, and `instalments` may be []. One looks like this:
//
//   {
//     course: 'Full Stack',
//     amount: 60_000,
//     instalments: [
//       { when: 'On joining', amount: 30_000 },
//       { when: 'After three months', amount: 32_000 },
//     ],
//     note: 'Books are included.',
//   },

export const fees: Words<'fees.ts'>['fees'] = []
