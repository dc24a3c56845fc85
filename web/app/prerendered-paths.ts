import { pagePaths } from '#contract/page-paths.ts'
import { getPostPath, posts } from '../site/blog/posts.ts'

/** Pages that are HTML at build time, readable without JavaScript. `/404` is what the server sends for a path it does not know. */
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
