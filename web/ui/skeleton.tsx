import css from './skeleton.module.css'

type SkeletonProps = {
  readonly width?: string
  readonly height?: string
  readonly round?: boolean
}

/** Holds the place of what is loading; not drawn for the first 200 ms. */
export function Skeleton({ width = '100%', height = '12px', round }: SkeletonProps) {
  return (
    <span
      className={css.skeleton}
      data-round={round || undefined}
      style={{ width, height }}
      aria-hidden="true"
    />
  )
}
