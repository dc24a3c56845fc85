import { IconArrowLeft } from '@tabler/icons-react'
import { Link, Outlet, useLocation } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { addressOf, metaOf, organisation } from '../page-meta.ts'
import { Article } from '../reading/article.tsx'
import css from './blog-post.module.css'
import { Cover } from './cover.tsx'
import { PostDate } from './post-date.tsx'
import { addressOfPost, posts } from './posts.ts'

export function meta({ location }: { location: { readonly pathname: string } }) {
  const post = postAt(location.pathname)
  if (!post) return []
  const path = addressOfPost(post)
  return metaOf({
    path,
    title: post.title,
    description: post.summary,
    isArticle: true,
    data: {
      '@type': 'BlogPosting',
      headline: post.title,
      description: post.summary,
      datePublished: post.date,
      url: addressOf(path),
      author: organisation,
      publisher: organisation,
    },
  })
}

/** Around the text of each post, which is a route of its own. */
export default function BlogPostScreen() {
  const post = postAt(useLocation().pathname)
  if (!post) return null
  return (
    <Article>
      <Link to={pagePaths.blog} className={css.back}>
        <IconArrowLeft size={18} stroke={1.75} aria-hidden="true" />
        Blog
      </Link>
      <h1>{post.title}</h1>
      <div className={css.date}>
        <PostDate post={post} />
      </div>
      <Cover picture={post.cover} className={css.cover} />
      <Outlet />
    </Article>
  )
}

function postAt(pathname: string) {
  const path = pathname.replace(/\/$/, '')
  return posts.find((post) => addressOfPost(post) === path)
}
