import { Link } from 'react-router'
import { screens } from '#contract/screens.ts'
import { site } from '#site'
import { pageMeta } from '../page-meta.ts'
import { Phone } from '../phone.tsx'
import { Article } from '../reading/article.tsx'
import { KeptList } from './kept-list.tsx'

export const meta = pageMeta({
  path: screens.privacyPolicy,
  title: 'Privacy Policy',
  description: `What ${site.product} keeps about you, why, for how long, who sees it, and how to have it erased.`,
})

export default function PrivacyPolicyScreen() {
  return (
    <Article>
      <h1>Privacy Policy</h1>
      <p>
        This notice says what {site.product} keeps about you, why, for how long and who sees it. We
        keep what we need to teach you and nothing to sell. There is no advertising on this site and
        nobody is told what you read here.
      </p>

      <h2>What we keep, and why</h2>
      <KeptList />

      <h2>Pictures of your identity card</h2>
      <p>
        You may register without them. If you send them, please cover the first eight digits of the
        number, or use a masked Aadhaar. We strip what a camera writes into a picture, such as place
        and time, and keep the pictures encrypted. Only admins of the institute can open them. Each
        time one is opened, we note who did it and when. They are never sent by mail and never shown
        in a list.
      </p>

      <h2>Who sees it</h2>
      <p>
        The people who run the institute, as far as their work needs it. Letters to you pass through
        the provider that carries our mail. We give nothing to anyone else unless a law obliges us.
      </p>

      <h2>What stays on your device</h2>
      <ul>
        <li>
          <b>Two cookies after you log in</b>, which keep you logged in and protect your account
          from other sites. They end when you log out, after 12 hours without use, or after 7 days.
          A visitor gets no cookie.
        </li>
        <li>
          <b>Your choice of a light or dark page</b>, until you clear it.
        </li>
        <li>
          <b>The draft of your registration</b>, without pictures, until you send it or close the
          tab. It does not leave your device before you press Register.
        </li>
        <li>
          <b>Answers that wait to be sent</b> when your connection drops in a test, until they are
          sent.
        </li>
      </ul>

      <h2>How long we keep it</h2>
      <p>
        Your registration and your results: while you learn with us, and afterwards until you ask us
        to erase them or we no longer need them. When your record is deleted, it is gone from every
        list at once. For 30 days it can be restored, in case it was a mistake. Then it is erased
        for good: your details, your pictures, your attempts and the letters we wrote to you. The
        text of a letter is wiped once it is sent, at the latest after 72 hours.
      </p>

      <h2>What you can ask of us</h2>
      <ul>
        <li>to see what we keep about you, and to have a copy;</li>
        <li>to have it corrected when it is wrong;</li>
        <li>to have it erased, or only the pictures of your identity card;</li>
        <li>to be told why we decided something about you.</li>
      </ul>
      <p>
        Write to <a href={`mailto:${site.email}`}>{site.email}</a> from the address you registered
        with, call us on <Phone />, or come by: {site.address.join(' ')}. We answer within 30 days
        and ask nothing for it. If you are not content with our answer, you may turn to the
        authority for data protection where you live.
      </p>

      <h2>How we look after it</h2>
      <p>
        Passwords are kept only as a hash, which even we cannot turn back. Your first one is made by
        chance, mailed to you, and works for 72 hours and once. Whoever tries to guess one is slowed
        down; for that we count failed tries by a fingerprint of the network address, not by the
        address itself.
      </p>
      <p>
        When this notice changes, the new one stands here. You may also want to read our{' '}
        <Link to={screens.terms}>terms</Link>.
      </p>
    </Article>
  )
}
