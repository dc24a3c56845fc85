import { testimonials } from '#institute/testimonials.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Card } from '../../ui/card.tsx'
import page from '../page.module.css'
import { SampleLabel } from '../sample-label.tsx'
import css from './success-stories.module.css'

export function SuccessStories() {
  return (
    <section className={page.section} aria-labelledby="stories">
      <div className={page.page}>
        <h2 id="stories" className={page.sectionTitle}>
          Success Stories
        </h2>
        <div className={css.stories}>
          {testimonials.map(({ name, role, rating, feedback, isSample }) => (
            <Card key={name} className={css.story}>
              <figure>
                <StarRating rating={rating} />
                <blockquote>{feedback}</blockquote>
                <figcaption>
                  <Avatar name={name} />
                  <span>
                    <b>{name}</b>
                    <span>{role}</span>
                  </span>
                </figcaption>
                <SampleLabel part={{ isSample }} />
              </figure>
            </Card>
          ))}
        </div>
      </div>
    </section>
  )
}

const starPath = 'M12 3.2l2.7 5.6 6.1.8-4.5 4.2 1.2 6.1L12 16.9l-5.5 3 1.2-6.1L3.2 9.6l6.1-.8z'

function StarRating({ rating }: { rating: number }) {
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
