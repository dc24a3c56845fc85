import { generatePath } from 'react-router'
import { screens } from '#contract/screens.ts'

export function addressOfPost(id: string): string {
  return generatePath(screens.blogPost, { id })
}
