import { screens } from '#contract/screens.ts'
import { site } from '#site'
import { ButtonLink } from '../kit/button.tsx'
import css from './home.module.css'

export const meta = () => [{ title: `${site.product} | Become a FSD the correct way` }]

export default function Home() {
  return (
    <section className={css.hero}>
      <h1>Become A Full Stack Developer in just 6 Months</h1>
      <ButtonLink to={screens.registration} tone="primary" size="hero">
        Join Now
      </ButtonLink>
    </section>
  )
}
