import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { site } from '#site'
import article from '../article.module.css'
import { createPageMeta, organisation } from '../page-meta.ts'
import { PhoneLink } from '../phone-link.tsx'

export const meta = createPageMeta({
  path: pagePaths.about,
  title: 'About',
  description: `${site.product} teaches full stack development in 6 months: six layers, a trainer, timed tests and results you can learn from. No CS degree needed.`,
  data: { ...organisation, '@type': ['EducationalOrganization', 'LocalBusiness'] },
})

export default function AboutScreen() {
  return (
    <article className={article.article}>
      <h1>A path, not a catalogue</h1>
      <p>
        {site.product} teaches one thing: how to become a full stack developer. It takes 6 months,
        it has six layers, and each layer rests on the one below it. You always know where you are
        and what comes next.
      </p>
      <blockquote>A CS degree is no longer a roadblock.</blockquote>

      <h2>Who it is for</h2>
      <p>
        For students who want to build things while they study, and for people at work who want to
        change what they do. Some of you have never opened an editor, others have written code for
        years in one corner of the stack. You need patience, a laptop and time each week. You need
        no degree, and no mathematics beyond school.
      </p>

      <h2>How we teach</h2>
      <ul>
        <li>
          <b>Layer by layer.</b> From HTML to deployment, in the order in which a page is built. The{' '}
          <Link to={pagePaths.course}>course page</Link> shows all six.
        </li>
        <li>
          <b>With a trainer.</b> Someone reads your code and asks you why. That is how you learn to
          ask it yourself.
        </li>
        <li>
          <b>By building.</b> Each layer ends with something that works and that you can show.
        </li>
        <li>
          <b>With timed tests.</b> Short and regular, so that neither of us finds out too late what
          you have not understood.
        </li>
      </ul>

      <h2>What our tests are like</h2>
      <p>
        You see one question at a time and a clock that you may hide. Each answer is kept the moment
        you submit it, even when your connection drops. Before a test starts you are told what it
        watches for, such as leaving its window. When the results are released you see every
        question with your answer and the right one, because a score alone teaches nothing.
      </p>

      <h2>What we do not do</h2>
      <p>
        We do not promise you a job, count down to an offer that ends tonight, or show you numbers
        we cannot prove. Ask us what you want to know before you pay, and read the{' '}
        <Link to={pagePaths.terms}>terms</Link>: they are four sentences long.
      </p>

      <h2>Come and see us</h2>
      <p>
        We are at {site.address.join(' ')}. Call us on <PhoneLink />, or{' '}
        <Link to={pagePaths.contact}>send an enquiry</Link> and we will get back to you. If you have
        made up your mind, <Link to={pagePaths.registration}>register online</Link>. It takes about
        ten minutes.
      </p>
    </article>
  )
}
