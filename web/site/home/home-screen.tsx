import { description, joinUs, title } from '#institute/home.ts'
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
  title: `${site.product} | ${title}`,
  description,
  data: organisation,
})

export default function HomeScreen() {
  return (
    <>
      <Hero />
      <TryQuestion />
      {import.meta.env.HAS_PRODUCT_PICTURES && (
        <HomePart>{({ ProductPictures }) => <ProductPictures />}</HomePart>
      )}
      <PlatformBanner />
      <HomePart>{({ SuccessStories }) => <SuccessStories />}</HomePart>
      <Offer />
      <JoinUs />
    </>
  )
}

function JoinUs() {
  return (
    <section className={page.section} aria-labelledby="join">
      <div className={`${page.page} ${css.columns}`}>
        <div>
          <h2 id="join" className={page.sectionTitle}>
            How To Join Us?
          </h2>
          <p className={`${page.lead} ${css.lead}`}>{joinUs.lead}</p>
          <ol className={css.steps}>
            {joinUs.steps.map(({ title, text }, index) => (
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
