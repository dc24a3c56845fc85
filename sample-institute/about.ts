import { pagePaths } from '#contract/page-paths.ts'
import { site } from '#site'
import type { Words } from '#web/institute/words.ts'

type About = Words<'about.ts'>

// The words of /about. A part with `isSample` is labelled on the page.

export const description = `Who we are, how we teach and what you can hold us to: ${site.product} trains full stack developers in 6 months, and teaches single subjects in shorter courses.`

export const heading: About['heading'] = {
  title: 'A classroom, a stack and people who explain',
  text: 'We train people to build for the web. Our main course makes a full stack developer in 6 months; shorter ones teach a single subject well.',
  isSample: true,
}

export const aboutParts: About['aboutParts'] = [
  {
    title: 'One layer rests on the next',
    text: 'HTML before frameworks, the server before the database. Nothing is taught before what it stands on, so nobody has to take anything on trust.',
    link: { to: pagePaths.course, name: 'The six months, week by week' },
    picture: 'layers',
    isSample: true,
  },
  {
    title: 'You type, from the first hour',
    text: 'Half of each class is yours: the same task for everybody, and a trainer who walks through the room. What you build in one month is used in the next.',
    picture: 'windows',
    isSample: true,
  },
  {
    title: 'Tests that teach',
    text: 'A timed test ends each month. Afterwards you see every question again with its right answer, and your trainer sees what the class has not understood.',
    link: { to: `${pagePaths.home}#try`, name: 'Try a sample question' },
    picture: 'paper',
    isSample: true,
  },
]

export const week: About['week'] = {
  text: 'Two hours in the evening, Monday to Friday. Saturday is for tests and for anyone who wants to stay on.',
  days: [
    { name: 'Monday', text: 'New topic', icon: 'topic' },
    { name: 'Tuesday', text: 'Build it together', icon: 'code' },
    { name: 'Wednesday', text: 'Build it alone', icon: 'code' },
    { name: 'Thursday', text: 'Read each other’s code', icon: 'review' },
    { name: 'Friday', text: 'Finish and show', icon: 'show' },
    { name: 'Saturday', text: 'Test or open room', icon: 'test' },
  ],
  isSample: true,
}

export const promises: About['promises'] = {
  kept: {
    title: 'We do',
    items: [
      'Say what a course costs before you register',
      'Show you every result, question by question',
      'Tell you early when you fall behind',
    ],
    isSample: true,
  },
  refused: {
    title: 'We do not',
    items: ['Promise a job or a salary', 'Ask for a CS degree', 'Let a power cut cost you a test'],
    isSample: true,
  },
}
