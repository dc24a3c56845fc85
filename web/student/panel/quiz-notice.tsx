import { IconBellOff, IconBrowserOff, IconCopyOff, IconShieldCheck } from '@tabler/icons-react'
import type { StudentExam } from '#contract/exams.ts'
import css from './quiz-notice.module.css'
import { getQuizNoticeText } from './quiz-notice-text.ts'

/** What leaving a quiz leads to, before it can cost an attempt: by the rules of the open tests. */
export function QuizNotice({ exams }: { exams: readonly StudentExam[] }) {
  const { leaving, popUp } = getQuizNoticeText(exams)
  return (
    <section className={css.notice} aria-labelledby="before-a-quiz">
      <h2 id="before-a-quiz">
        <IconShieldCheck size={24} stroke={1.75} aria-hidden="true" />
        Before you start a quiz
      </h2>
      <p>{leaving} Please prepare first.</p>
      <ul>
        <li>
          <IconBellOff size={18} stroke={1.75} aria-hidden="true" />
          Turn on Do not disturb. {popUp}
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
