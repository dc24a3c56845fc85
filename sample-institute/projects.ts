import type { Words } from '#web/institute/words.ts'

// The projects of students, on /course. Nothing is shown until there is one. A project without the day on
// which its student agreed in writing ends the build; with `withdrawnOn` it is no longer shown. `link` may be
// left out. One looks like this:
//
//   {
//     title: 'A queue for a clinic',
//     student: 'Priya Nair',
//     text: 'Patients see on their phone when it is their turn.',
//     link: 'https://queue.example',
//     consent: { givenOn: '2026-10-02' },
//   },

export const projects: Words<'projects.ts'>['projects'] = []
