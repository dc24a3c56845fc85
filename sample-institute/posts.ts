import { site } from '#site'
import type { Words } from '#web/institute/words.ts'

const trainers = {
  name: `The trainers of ${site.product}`,
  about:
    'They teach the six layers of the full stack course, and write about what they are asked in class.',
} as const

export const description =
  'Short, practical posts for people who are learning full stack development: timed tests, layout, and what the job is like.'

/** Newest first; the text of each is in posts/, in a file named after its id. */
export const posts: Words<'posts.ts'>['posts'] = [
  {
    id: 'sit-a-timed-test-without-panic',
    title: 'How to sit a timed test without panic',
    summary:
      'Read the whole question, choose, move on. A routine for 20 questions in 30 minutes, and what to do when the clock turns red.',
    date: '2026-11-14',
    minutes: 5,
    cover: 'clock',
    author: trainers,
    isSample: true,
  },
  {
    id: 'flexbox-or-grid',
    title: 'Flexbox or Grid: decide in ten seconds',
    summary:
      'One question tells you which layout tool to reach for. Five small examples to practise on.',
    date: '2026-11-02',
    minutes: 4,
    cover: 'blocks',
    author: trainers,
    isSample: true,
  },
  {
    id: 'a-full-stack-developers-day',
    title: 'What a full stack developer does all day',
    summary:
      'Less typing than you think. A Tuesday at work, hour by hour, from stand-up to deployment.',
    date: '2026-10-21',
    minutes: 5,
    cover: 'stack',
    author: trainers,
    isSample: true,
  },
]
