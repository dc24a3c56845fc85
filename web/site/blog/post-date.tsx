import { formatDate } from '../../ui/format-time.ts'
import css from './post-date.module.css'
import type { Post } from './posts.ts'

export function PostDate({ post }: { post: Post }) {
  return (
    <p className={css.date}>
      <time dateTime={post.date}>{formatDate(post.date)}</time>
      <span>{post.minutes} min read</span>
    </p>
  )
}
