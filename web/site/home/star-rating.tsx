import css from './star-rating.module.css'

const starPath = 'M12 3.2l2.7 5.6 6.1.8-4.5 4.2 1.2 6.1L12 16.9l-5.5 3 1.2-6.1L3.2 9.6l6.1-.8z'

export function StarRating({ rating }: { rating: number }) {
  return (
    <svg
      viewBox="0 0 122 24"
      className={css.stars}
      role="img"
      aria-label={`${rating} out of 5 stars`}
    >
      {[0, 1, 2, 3, 4].map((index) => (
        <path
          key={index}
          d={starPath}
          transform={`translate(${index * 24.5} 0)`}
          className={index < rating ? css.filled : css.open}
        />
      ))}
    </svg>
  )
}
