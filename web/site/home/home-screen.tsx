import { site } from '#site'
import { Avatar } from '../../ui/avatar.tsx'
import { Card } from '../../ui/card.tsx'
import { LateEnquiryCard } from '../enquiry/enquiry-card.tsx'
import page from '../page.module.css'
import { createPageMeta, organisation } from '../page-meta.ts'
import { Hero } from './hero.tsx'
import css from './join-us.module.css'
import { Offer } from './offer.tsx'
import { PlatformBanner } from './platform-banner.tsx'

export const meta = createPageMeta({
  path: '/',
  title: `${site.product} | Become a FSD the correct way`,
  description:
    'Become a full stack developer in 6 months: six layers from HTML to deployment, a trainer beside you, timed tests with question-wise results. No CS degree needed.',
  data: organisation,
})

export default function HomeScreen() {
  return (
    <>
      <Hero />
      <PlatformBanner />
      <SuccessStories />
      <Offer />
      <JoinUs />
    </>
  )
}

const steps = [
  {
    title: 'Send an enquiry or call us',
    text: 'Tell us which course you have in mind. We answer questions on fees, timings and content.',
  },
  {
    title: 'Fill in the registration form',
    text: 'Personal, parent, address, education and course details, then the terms.',
  },
  {
    title: 'Log in and start',
    text: 'Set your own password at first login. Your tests and results appear on your panel.',
  },
] as const

export function JoinUs() {
  return (
    <section className={page.section} aria-labelledby="join">
      <div className={`${page.page} ${css.columns}`}>
        <div>
          <h2 id="join" className={page.sectionTitle}>
            How To Join Us?
          </h2>
          <p className={`${page.lead} ${css.lead}`}>
            You need a phone number, an email address and about ten minutes. A CS degree is not on
            the list.
          </p>
          <ol className={css.steps}>
            {steps.map(({ title, text }, index) => (
              <li key={title}>
                <span aria-hidden="true">{index + 1}</span>
                <div>
                  <h3>{title}</h3>
                  <p>{text}</p>
                </div>
              </li>
            ))}
          </ol>
        </div>
        <LateEnquiryCard />
      </div>
    </section>
  )
}

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
