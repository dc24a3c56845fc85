import { Link } from 'react-router'
import { formatDate } from '../../ui/format-time.ts'
import css from './post-card.module.css'
import { PostCover } from './post-cover.tsx'
import { getPostPath, type Post } from './posts.ts'

export function PostCard({ post, large }: { post: Post; large: boolean }) {
  return (
    <article className={css.card} data-large={large || undefined}>
      <PostCover picture={post.cover} className={css.cover} />
      <div className={css.words}>
        <PostDate post={post} />
        <h2>
          <Link to={getPostPath(post)}>{post.title}</Link>
        </h2>
        <p>{post.summary}</p>
      </div>
    </article>
  )
}

export function PostDate({ post }: { post: Post }) {
  return (
    <p className={css.date}>
      <time dateTime={post.date}>{formatDate(post.date)}</time>
      <span>{post.minutes} min read</span>
    </p>
  )
}
