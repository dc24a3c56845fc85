import { site } from '#site'
import { organisation, pageMeta } from '../page-meta.ts'
import { Hero } from './hero.tsx'
import { JoinUs } from './join-us.tsx'
import { Offer } from './offer.tsx'
import { PlatformBand } from './platform-band.tsx'
import { SuccessStories } from './success-stories.tsx'

export const meta = pageMeta({
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
      <PlatformBand />
      <SuccessStories />
      <Offer />
      <JoinUs />
    </>
  )
}
