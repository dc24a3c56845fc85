import { IconBellOff, IconBrowserOff, IconCopyOff, IconShieldCheck } from '@tabler/icons-react'
import css from './quiz-notice.module.css'

/** What ends a quiz, before it can cost an attempt. */
export function QuizNotice() {
  return (
    <section className={css.notice} aria-labelledby="before-a-quiz">
      <h2 id="before-a-quiz">
        <IconShieldCheck size={24} stroke={1.75} aria-hidden="true" />
        Before you start a quiz
      </h2>
      <p>
        A quiz ends at once, and what you have answered is submitted, if you leave its window.
        Please prepare first.
      </p>
      <ul>
        <li>
          <IconBellOff size={18} stroke={1.75} aria-hidden="true" />
          Turn on Do not disturb. A pop-up that takes over the window ends the quiz.
        </li>
        <li>
          <IconBrowserOff size={18} stroke={1.75} aria-hidden="true" />
          Do not switch tabs, refresh, go back or open developer tools.
        </li>
        <li>
          <IconCopyOff size={18} stroke={1.75} aria-hidden="true" />
          Copy, paste and right-click are switched off while you answer.
        </li>
      </ul>
    </section>
  )
}
