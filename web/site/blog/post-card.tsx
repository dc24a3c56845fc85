import { Link } from 'react-router'
import { Cover } from './cover.tsx'
import css from './post-card.module.css'
import { PostDate } from './post-date.tsx'
import { addressOfPost, type Post } from './posts.ts'

export function PostCard({ post, large }: { post: Post; large: boolean }) {
  return (
    <article className={css.card} data-large={large || undefined}>
      <Cover picture={post.cover} className={css.cover} />
      <div className={css.words}>
        <PostDate post={post} />
        <h2>
          <Link to={addressOfPost(post)}>{post.title}</Link>
        </h2>
        <p>{post.summary}</p>
      </div>
    </article>
  )
}
