import { pagePaths } from '#contract/page-paths.ts'
import { description, posts } from '#institute/posts.ts'
import { pageTitleId } from '../../ui/page-title-id.ts'
import page from '../page.module.css'
import { createPageMeta, organisation, toAbsoluteUrl } from '../page-meta.ts'
import css from './blog-screen.module.css'
import { PostCard } from './post-card.tsx'
import { getPostPath } from './post-order.ts'

export const meta = createPageMeta({
  path: pagePaths.blog,
  title: 'Blog',
  description,
  data: {
    '@type': 'Blog',
    url: toAbsoluteUrl(pagePaths.blog),
    publisher: organisation,
    blogPost: posts.map((post) => ({
      '@type': 'BlogPosting',
      headline: post.title,
      datePublished: post.date,
      url: toAbsoluteUrl(getPostPath(post)),
    })),
  },
})

/** Shows the newest post large above the others. */
export default function BlogScreen() {
  return (
    <div className={page.page}>
      <h1 id={pageTitleId} className={`${page.pageTitle} ${css.title}`}>
        Blog
      </h1>
      <ul className={css.posts}>
        {posts.map((post, index) => (
          <li key={post.id} data-first={index === 0 || undefined}>
            <PostCard post={post} large={index === 0} />
          </li>
        ))}
      </ul>
    </div>
  )
}
