import { IconArrowLeft } from '@tabler/icons-react'
import { Link, Outlet, useLocation } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { pageTitleId } from '../../ui/page-title-id.ts'
import article from '../article.module.css'
import { CallToAction } from '../call-to-action.tsx'
import { organisation, toAbsoluteUrl, toMetaDescriptors } from '../page-meta.ts'
import { SampleLabel } from '../sample-label.tsx'
import css from './blog-post-screen.module.css'
import { PostCard, PostCover, PostDate } from './post-card.tsx'
import { findPost, getNextPost, getPostPath } from './post-order.ts'

export function meta({ location }: { location: { readonly pathname: string } }) {
  const post = findPost(location.pathname)
  if (!post) return []
  const path = getPostPath(post)
  return toMetaDescriptors({
    path,
    title: post.title,
    description: post.summary,
    isArticle: true,
    data: {
      '@type': 'BlogPosting',
      headline: post.title,
      description: post.summary,
      datePublished: post.date,
      url: toAbsoluteUrl(path),
      author: organisation,
      publisher: organisation,
    },
  })
}

/** The frame of a post; its text is a child route. */
export default function BlogPostScreen() {
  const post = findPost(useLocation().pathname)
  if (!post) return null
  const next = getNextPost(post)
  return (
    <>
      <article className={article.article}>
        <Link to={pagePaths.blog} className={css.back}>
          <IconArrowLeft size={18} stroke={1.75} aria-hidden="true" />
          Blog
        </Link>
        <h1 id={pageTitleId}>{post.title}</h1>
        <div className={css.date}>
          <PostDate post={post} />
          <SampleLabel part={post} />
        </div>
        <PostCover picture={post.cover} className={css.cover} />
        <Outlet />
        <footer className={css.author}>
          <Avatar name={post.author.name} />
          <div>
            <b>{post.author.name}</b>
            <p>{post.author.about}</p>
          </div>
        </footer>
      </article>
      <div className={css.onward}>
        {next && (
          <section aria-labelledby="next-post">
            <h2 id="next-post">Next post</h2>
            <PostCard post={next} large={false} />
          </section>
        )}
        <CallToAction />
      </div>
    </>
  )
}
