import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { screens } from '#contract/screens.ts'

const posts = readdirSync(join(import.meta.dirname, 'site/blog/posts'))
  .filter((file) => file.endsWith('.mdx'))
  .map((file) => screens.blogPost.replace(':id', file.replace('.mdx', '')))

/** Pages that are HTML at build time, readable without JavaScript. `/404` is what the server sends for a path it does not know. */
export const prerendered: readonly string[] = [
  screens.home,
  screens.about,
  screens.course,
  screens.blog,
  ...posts,
  screens.contact,
  screens.privacyPolicy,
  screens.terms,
  screens.registration,
  '/404',
]
