import { pagePaths } from '#contract/page-paths.ts'

export type Post = {
  /** Used in its path, and the name of its file in posts/. */
  readonly id: string
  readonly title: string
  readonly summary: string
  /** yyyy-MM-dd */
  readonly date: string
  /** Reading time at 200 words a minute. */
  readonly minutes: number
  readonly cover: 'clock' | 'blocks' | 'stack'
}

/** Newest first. */
export const posts: readonly Post[] = [
  {
    id: 'sit-a-timed-test-without-panic',
    title: 'How to sit a timed test without panic',
    summary:
      'Read the whole question, choose, move on. A routine for 20 questions in 30 minutes, and what to do when the clock turns red.',
    date: '2026-11-14',
    minutes: 5,
    cover: 'clock',
  },
  {
    id: 'flexbox-or-grid',
    title: 'Flexbox or Grid: decide in ten seconds',
    summary:
      'One question tells you which layout tool to reach for. Five small examples to practise on.',
    date: '2026-11-02',
    minutes: 4,
    cover: 'blocks',
  },
  {
    id: 'a-full-stack-developers-day',
    title: 'What a full stack developer does all day',
    summary:
      'Less typing than you think. A Tuesday at work, hour by hour, from stand-up to deployment.',
    date: '2026-10-21',
    minutes: 5,
    cover: 'stack',
  },
]

export function getPostPath({ id }: Post): string {
  return pagePaths.blogPost.replace(':id', id)
}
