import { pagePaths } from '#contract/page-paths.ts'
import { getPostPath, posts } from '../site/blog/posts.ts'

/**
 * Pages that are built as HTML, readable without JavaScript. The server sends `/404` for an unknown
 * path.
 */
export const prerenderedPaths: readonly string[] = [
  pagePaths.home,
  pagePaths.about,
  pagePaths.course,
  pagePaths.blog,
  ...posts.map(getPostPath),
  pagePaths.contact,
  pagePaths.privacyPolicy,
  pagePaths.terms,
  pagePaths.registration,
  '/404',
]
