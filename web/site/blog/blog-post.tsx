import { IconArrowLeft } from '@tabler/icons-react'
import { data, Link, useParams } from 'react-router'
import { screens } from '#contract/screens.ts'
import { addressOf, metaOf, organisation } from '../page-meta.ts'
import { Article } from '../reading/article.tsx'
import css from './blog-post.module.css'
import { Cover } from './cover.tsx'
import { addressOfPost } from './post-address.ts'
import { PostDate } from './post-date.tsx'
import { idOf, type PostText, posts } from './posts.ts'
import { Prose } from './prose.tsx'

const texts = import.meta.glob<PostText>('./posts/*.mdx', { eager: true, import: 'default' })

type Params = { readonly params: { readonly id?: string } }

export function meta({ params }: Params) {
  const post = posts.find(({ id }) => id === params.id)
  if (!post) return [{ title: 'Page not found' }]
  const address = addressOfPost(post.id)
  return metaOf({
    path: address,
    title: post.title,
    description: post.summary,
    isArticle: true,
    data: {
      '@type': 'BlogPosting',
      headline: post.title,
      description: post.summary,
      datePublished: post.date,
      url: addressOf(address),
      author: organisation,
      publisher: organisation,
    },
  })
}

export default function BlogPostScreen() {
  const { id } = useParams()
  const post = posts.find((one) => one.id === id)
  const text = Object.entries(texts).find(([file]) => idOf(file) === id)?.[1]
  if (!post || !text) throw data('There is no such post', { status: 404 })
  return (
    <Article>
      <Link to={screens.blog} className={css.back}>
        <IconArrowLeft size={18} stroke={1.75} aria-hidden="true" />
        Blog
      </Link>
      <h1>{post.title}</h1>
      <div className={css.date}>
        <PostDate post={post} />
      </div>
      <Cover picture={post.cover} className={css.cover} />
      <Prose text={text} />
    </Article>
  )
}
