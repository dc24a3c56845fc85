import type { ComponentType } from 'react'

/** What each file in posts/ exports beside its text. */
export type PostFacts = {
  readonly title: string
  readonly summary: string
  /** yyyy-MM-dd */
  readonly date: string
  /** At 200 words a minute. */
  readonly minutes: number
  readonly cover: 'clock' | 'blocks' | 'stack'
}
export type Post = PostFacts & { readonly id: string }

const facts = import.meta.glob<PostFacts>('./posts/*.mdx', { eager: true, import: 'facts' })

/** Newest first. A file's name is the post's address. */
export const posts: readonly Post[] = Object.entries(facts)
  .map(([file, post]) => ({ ...post, id: idOf(file) }))
  .toSorted((one, other) => other.date.localeCompare(one.date))

export function idOf(file: string): string {
  return file.replace('./posts/', '').replace('.mdx', '')
}

export type PostText = ComponentType<{ components?: Readonly<Record<string, ComponentType>> }>
