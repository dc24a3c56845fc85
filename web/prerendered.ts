import { screens } from '#contract/screens.ts'
import { addressOfPost, posts } from './site/blog/posts.ts'

/** Pages that are HTML at build time, readable without JavaScript. `/404` is what the server sends for a path it does not know. */
export const prerendered: readonly string[] = [
  screens.home,
  screens.about,
  screens.course,
  screens.blog,
  ...posts.map(addressOfPost),
  screens.contact,
  screens.privacyPolicy,
  screens.terms,
  screens.registration,
  '/404',
]
