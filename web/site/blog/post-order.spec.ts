import { expect, it } from 'vitest'
import { posts } from '#institute/posts.ts'
import { getNextPost } from './post-order.ts'

it('links each post to the next one, and the oldest to the newest', () => {
  const next = posts.map((post) => getNextPost(post)?.id)
  const ids = posts.map(({ id }) => id)
  expect(next).toEqual([...ids.slice(1), ids[0]])
  expect(posts.slice(0, 1).map((post) => getNextPost(post, [post]))).toEqual([undefined])
})
