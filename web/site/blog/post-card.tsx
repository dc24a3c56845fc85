import { Link } from 'react-router'
import { highlightedFaces, layerFaces, StackLayer } from '../../illustrations/stack-layer.tsx'
import type { Post } from '../../institute/words.ts'
import { formatDate } from '../../ui/format-time.ts'
import { SampleLabel } from '../sample-label.tsx'
import css from './post-card.module.css'
import { getPostPath } from './post-order.ts'

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
        <SampleLabel part={post} />
      </div>
    </article>
  )
}

export function PostDate({ post }: { post: Post }) {
  return (
    <p className={css.date}>
      {/* A browser may shorten a month otherwise than the server did: Sep, Sept. */}
      <time dateTime={post.date} suppressHydrationWarning>
        {formatDate(post.date)}
      </time>
      <span>{post.minutes} min read</span>
    </p>
  )
}

const pictures = { clock: Clock, blocks: Blocks, stack: Layers } as const

type PostCoverProps = { readonly picture: Post['cover']; readonly className?: string }

export function PostCover({ picture, className }: PostCoverProps) {
  const Picture = pictures[picture]
  return (
    <svg
      viewBox="0 0 640 400"
      preserveAspectRatio="xMidYMid slice"
      className={className}
      aria-hidden="true"
    >
      <Picture />
    </svg>
  )
}

function Clock() {
  return (
    <>
      <rect width="640" height="400" fill="var(--tile-deep)" />
      <g transform="translate(320 200)" fill="none" strokeWidth="26">
        <circle r="126" stroke="#17596a" />
        <circle
          r="126"
          stroke="#f9b735"
          strokeLinecap="round"
          strokeDasharray="515 800"
          transform="rotate(-90)"
        />
        <text
          y="24"
          textAnchor="middle"
          fontFamily="var(--font-display)"
          fontWeight="750"
          fontSize="66"
          letterSpacing="-2"
          fill="#fff"
        >
          18:42
        </text>
      </g>
    </>
  )
}

const blocks = [
  { x: 90, y: 90, width: 150, height: 98, fill: '#d48903' },
  { x: 256, y: 90, width: 94, height: 98, fill: '#f9b735' },
  { x: 366, y: 90, width: 184, height: 98, fill: '#aa670a' },
  { x: 90, y: 212, width: 220, height: 98, fill: '#0f6c7f' },
  { x: 326, y: 212, width: 224, height: 41, fill: '#53b9c3' },
  { x: 326, y: 269, width: 104, height: 41, fill: '#0b5566' },
  { x: 446, y: 269, width: 104, height: 41, fill: '#83d2d8' },
] as const

function Blocks() {
  return (
    <>
      <rect width="640" height="400" fill="var(--warn-soft)" />
      {blocks.map((block) => (
        <rect key={`${block.x} ${block.y}`} rx={block.height > 50 ? 14 : 12} {...block} />
      ))}
    </>
  )
}

function Layers() {
  return (
    <>
      <rect width="640" height="400" fill="var(--tile)" />
      {[...layerFaces, highlightedFaces].map((faces, level) => (
        <StackLayer
          key={faces.top}
          x={320}
          y={218 - level * 31}
          halfWidth={112}
          halfDepth={52}
          thickness={14}
          edge={4}
          faces={faces}
        />
      ))}
    </>
  )
}
