import { site } from '#site'
import { LateEnquiryCard } from '../enquiry/enquiry-card.tsx'
import page from '../page.module.css'
import { createPageMeta, organisation } from '../page-meta.ts'
import { Hero } from './hero.tsx'
import { HomePart } from './home-part.tsx'
import css from './join-us.module.css'
import { Offer } from './offer.tsx'
import { PlatformBanner } from './platform-banner.tsx'
import { TryQuestion } from './try-question.tsx'

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
      <TryQuestion />
      <HomePart>{({ ProductPictures }) => <ProductPictures />}</HomePart>
      <PlatformBanner />
      <HomePart>{({ SuccessStories }) => <SuccessStories />}</HomePart>
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

function JoinUs() {
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
