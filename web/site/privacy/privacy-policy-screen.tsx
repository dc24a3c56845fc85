import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { type RetentionRule, retention } from '#core/students/retention.ts'
import { describeDuration, describeTerm } from '#core/students/retention-terms.ts'
import { site } from '#site'
import { pageTitleId } from '../../ui/page-title-id.ts'
import article from '../article.module.css'
import { createPageMeta } from '../page-meta.ts'
import { PhoneLink } from '../phone-link.tsx'
import css from './privacy-lists.module.css'

export const meta = createPageMeta({
  path: pagePaths.privacyPolicy,
  title: 'Privacy Policy',
  description: `What ${site.product} keeps about you, why, for how long, who sees it, and how to have it erased.`,
})

export default function PrivacyPolicyScreen() {
  return (
    <article className={article.article}>
      <h1 id={pageTitleId}>Privacy Policy</h1>
      <p>
        This notice says what {site.product} keeps about you, why, for how long and who sees it. We
        keep what we need to teach you and nothing to sell. There is no advertising on this site,
        and we tell nobody what you read here.
      </p>

      <h2>What we keep, and why</h2>
      <CollectedDataList />

      <h2>Pictures of your identity card</h2>
      <p>
        You may register without them, or show the card at the desk instead. If you send them, our
        form lets you cover the first eight digits and the QR code. This happens in your browser,
        and only the covered picture leaves your device. We remove what a camera adds to a picture,
        such as place and time, and keep the pictures encrypted. Only those members of our staff who
        check cards can open them. Each time one is opened, we note who did it and when. They are
        never sent by mail and never shown in a list, and they are left out of our backups unless
        the institute asks for them. When somebody has checked them, we note who and when, and we
        erase the pictures {describeDuration(retention['identity-pictures-checked'].keptMs)} later.
      </p>

      <h2>Your consent</h2>
      <p>
        By registering you agree to this notice. If we added you from a list, we ask you at your
        first login, before anything else opens. We keep which version you saw, in which language
        and when; this is version <span className={css.whole}>{site.privacyNoticeVersion}</span>.
        Under 18, a parent or guardian has to agree as well. You may withdraw your agreement at any
        time: write to us, and we will erase what we keep on that ground.
      </p>

      <h2>Who sees it</h2>
      <p>
        The people who run the institute, as far as their work requires it. While you take a test,
        those who look after it see how far you are, how much time you have left and whether your
        page is open and connected; nobody sees your screen or hears you. Emails to you pass through
        our mail provider. We give nothing to anyone else unless the law obliges us to.
      </p>

      <h2>What stays on your device</h2>
      <ul>
        <li>
          <b>Two cookies after you log in</b>, which keep you logged in and protect your account
          from other sites. They end when you log out, when you close the browser, or, if you told
          us that this is your own device, after 12 hours without use or 7 days.
        </li>
        <li>
          <b>A cookie that recognises this device</b>, with a random number, from your first login
          on for 400 days. It lets you in when somebody else tries to guess your password, and tells
          us if a test is taken on two devices at once. It stays after you log out. A visitor who
          never logs in gets no cookie.
        </li>
        <li>
          <b>The number of your account</b>, so that nothing of yours is sent as somebody else’s,
          until you log out.
        </li>
        <li>
          <b>How you like to read</b>: a light or dark page, text size, contrast and whether letters
          choose an answer, until you clear it.
        </li>
        <li>
          <b>Which options you struck out and which questions you put last</b> in a test, by number
          alone, until the test is over or you log out.
        </li>
        <li>
          <b>The draft of your registration</b>, without pictures, until you send it or close the
          tab. It does not leave your device before you press Register.
        </li>
        <li>
          <b>Answers and marks that wait to be sent</b> when your connection drops in a test, until
          they are sent.
        </li>
      </ul>

      <h2>How long we keep it</h2>
      <p>
        A job on our server erases data when its time is over. When a record is deleted, it is gone
        from every list at once and can be restored for{' '}
        {describeDuration(retention['deleted-student'].keptMs)}; then, or at once if you ask for it,
        everything that belongs to it is erased: your details, your pictures, your answers and the
        emails we wrote to you. None of it is then in our files or in any later backup. An earlier
        backup still holds it until we delete that backup.
      </p>
      <RetentionList />

      <h2>What you can ask of us</h2>
      <ul>
        <li>to see what we keep about you, and to have a copy;</li>
        <li>
          to have it corrected when it is wrong: everything you entered, your course first of all;
        </li>
        <li>
          to have it erased, at once if you wish: all of it, or only the pictures of your identity
          card or an enquiry;
        </li>
        <li>to withdraw an agreement;</li>
        <li>to be told why we decided something about you.</li>
      </ul>
      <p>
        Write to <a href={`mailto:${site.email}`}>{site.email}</a> from the address you registered
        with, call us on <PhoneLink />, or visit us: {site.address.join(' ')}. We answer within 30
        days, free of charge. If you are not satisfied with our answer, you may turn to the data
        protection authority where you live.
      </p>

      <h2>How we look after it</h2>
      <p>
        Passwords are kept only as a hash, which even we cannot reverse. Your first one is random.
        It is mailed to you and works for 72 hours, or is handed to you on a printed slip and works
        for 14 days, each until you have set your own. Anyone who tries to guess a password is
        slowed down; for this we count failed tries by a fingerprint of the network address for a
        day. Who did what in your record is logged with the number of the account, not with its
        name. Beside it we keep what was changed, from what to what, and the network address it was
        done from, for {describeDuration(retention['audit-value'].keptMs)} at most. When your record
        is erased, these are erased with it, and the log says “erased student” in place of your
        name.
      </p>
      <p>
        This is version <span className={css.whole}>{site.privacyNoticeVersion}</span> of this
        notice. When it changes, the new version is published here. You may also want to read our{' '}
        <Link to={pagePaths.terms}>terms</Link>.
      </p>
    </article>
  )
}

const rows = [
  {
    when: 'You send an enquiry',
    what: 'Name, email address, phone number, the course you ask about and your message',
    why: 'To call or write back to you',
  },
  {
    when: 'You register',
    what: 'Name, email address, phone number, date of birth and gender; a parent’s or guardian’s name and phone number; your addresses; where you study or work; the course you want and how you heard of us; when you accepted the terms and this notice, in which language, and under 18 that a parent or guardian agreed',
    why: 'To enrol you, to reach you or someone close to you, and to plan the course',
  },
  {
    when: 'We add you from a list',
    what: 'Your name, email address and course, and what else of a registration the list has; you give the rest, and your agreement, at your first login',
    why: 'To enrol a class at once',
  },
  {
    when: 'You add pictures of your identity card',
    what: 'The two pictures, encrypted',
    why: 'To check that you are who you say',
  },
  {
    when: 'You take a test',
    what: 'Your answers and when you gave them, where the test lets you go back also which questions you saw and marked, your score, from which networks and devices you took it, when its page was last heard of, and what the test watches for, such as leaving its window',
    why: 'To grade the test, to go on where you were, to help while it runs and to keep it fair',
  },
  {
    when: 'Something goes wrong in a test',
    what: 'What happened, such as a lost connection, a sentence about it if you write one, what was decided, by whom and why, and what the institute wrote to you while the test ran',
    why: 'So that nobody loses a test to a fault, and a decision can be explained',
  },
  {
    when: 'You learn with us',
    what: 'The batches you are in, when your tests are open to you, fees, the day you start, short remarks, and the extra time or assistive tools that you may use in a test',
    why: 'To run the course and the accounts',
  },
  {
    when: 'You log in or ask for a password',
    what: 'The time, the network address and kind of device, a hash of your password, and fingerprints of the devices and networks you use',
    why: 'To let you in, to keep others out, and to show you where your account is used',
  },
] as const

export function CollectedDataList() {
  return (
    <dl className={css.list}>
      {rows.map(({ when, what, why }) => (
        <div key={when}>
          <dt>{when}</dt>
          <dd>{what}.</dd>
          <dd className={css.purpose}>{why}.</dd>
        </div>
      ))}
    </dl>
  )
}

const rules: readonly RetentionRule[] = Object.values(retention)

/** Made from the table that the retention job applies, so the two cannot differ. */
export function RetentionList() {
  return (
    <dl className={css.list}>
      {rules.map((rule) => (
        <div key={rule.what}>
          <dt>{rule.what}</dt>
          <dd>{capitalise(describeTerm(rule))}.</dd>
          <dd className={css.purpose}>
            {rule.why}. <span className={css.whole}>Ground: {rule.basis.toLowerCase()}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function capitalise(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
