import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { posts } from '#institute/posts.ts'

const postsFolder = 'sample-institute/posts'

it('lists every post, newest first', () => {
  expect(posts.map(({ id }) => `${id}.mdx`).toSorted()).toEqual(readdirSync(postsFolder).toSorted())
  const dates = posts.map(({ date }) => date)
  expect(dates).toEqual(dates.toSorted().toReversed())
})

it.each(posts)('$id states its real reading time', ({ id, minutes }) => {
  const text = readFileSync(join(postsFolder, `${id}.mdx`), 'utf8')
  const words = text.match(/[\p{L}\p{N}’']+/gu)?.length ?? 0
  expect(minutes).toBe(Math.ceil(words / 200))
})
