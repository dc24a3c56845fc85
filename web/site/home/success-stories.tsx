import { Avatar } from '../../ui/avatar.tsx'
import { Card } from '../../ui/card.tsx'
import page from '../page.module.css'
import { StarRating } from './star-rating.tsx'
import css from './success-stories.module.css'

/** Samples, until the institute has its own to show. */
const testimonials = [
  {
    name: 'Ananya Deshpande',
    role: 'Front-end developer',
    rating: 5,
    feedback:
      'I came from a B.Com background and had never opened an editor. The weekly tests showed me what I had not understood, and by month five I was deploying my own apps.',
  },
  {
    name: 'Irfan Shaikh',
    role: 'Full stack developer',
    rating: 4,
    feedback:
      'The pace is honest: hard in the middle, but the trainers stay with you. Building the back-end myself is what got me through my interviews.',
  },
] as const

export function SuccessStories() {
  return (
    <section className={page.section} aria-labelledby="stories">
      <div className={page.page}>
        <h2 id="stories" className={page.sectionTitle}>
          Success Stories
        </h2>
        <div className={css.stories}>
          {testimonials.map(({ name, role, rating, feedback }) => (
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
              </figure>
            </Card>
          ))}
        </div>
      </div>
    </section>
  )
}
