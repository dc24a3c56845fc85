import { site } from '#site'
import { createPageMeta, organisation } from '../page-meta.ts'
import { Hero } from './hero.tsx'
import { JoinUs } from './join-us.tsx'
import { Offer } from './offer.tsx'
import { PlatformBanner } from './platform-banner.tsx'
import { SuccessStories } from './success-stories.tsx'

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
