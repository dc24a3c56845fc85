import { formatDay } from '../../kit/format.ts'
import css from './post-date.module.css'
import type { Post } from './posts.ts'

export function PostDate({ post }: { post: Post }) {
  return (
    <p className={css.date}>
      <time dateTime={post.date}>{formatDay(post.date)}</time>
      <span>{post.minutes} min read</span>
    </p>
  )
}
