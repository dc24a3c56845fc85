import { pagePaths } from '#contract/page-paths.ts'
import { posts } from '#institute/posts.ts'
import type { Post } from '../../institute/words.ts'

export function getPostPath({ id }: Post): string {
  return pagePaths.blogPost.replace(':id', id)
}

export function findPost(pathname: string): Post | undefined {
  const path = pathname.replace(/\/$/, '')
  return posts.find((post) => getPostPath(post) === path)
}

/** The one before it in time; after the oldest comes the newest. None if it is the only one. */
export function getNextPost(post: Post, all: readonly Post[] = posts): Post | undefined {
  const next = all[(all.indexOf(post) + 1) % all.length]
  return next === post ? undefined : next
}
