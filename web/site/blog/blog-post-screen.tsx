import { IconArrowLeft } from '@tabler/icons-react'
import { Link, Outlet, useLocation } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import article from '../article.module.css'
import { organisation, toAbsoluteUrl, toMetaDescriptors } from '../page-meta.ts'
import css from './blog-post-screen.module.css'
import { PostCover, PostDate } from './post-card.tsx'
import { getPostPath, posts } from './posts.ts'

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
  return (
    <article className={article.article}>
      <Link to={pagePaths.blog} className={css.back}>
        <IconArrowLeft size={18} stroke={1.75} aria-hidden="true" />
        Blog
      </Link>
      <h1>{post.title}</h1>
      <div className={css.date}>
        <PostDate post={post} />
      </div>
      <PostCover picture={post.cover} className={css.cover} />
      <Outlet />
    </article>
  )
}

function findPost(pathname: string) {
  const path = pathname.replace(/\/$/, '')
  return posts.find((post) => getPostPath(post) === path)
}
