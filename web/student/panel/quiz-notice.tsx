import {
  IconBellOff,
  IconBrowserOff,
  IconChevronDown,
  IconCopyOff,
  IconShieldCheck,
} from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { StudentExam } from '#contract/exams.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { areRulesFolded } from '#core/attempts/ended-notices.ts'
import type { IntegrityMode } from '#core/exams/exam.ts'
import { readStored, writeStored } from '../../client/browser-storage.ts'
import css from './quiz-notice.module.css'

type QuizNoticeProps = {
  readonly exams: readonly StudentExam[]
  /** Undefined while it is not known. */
  readonly hasFinished: boolean | undefined
}

/**
 * The consequences of leaving a quiz, before it can cost an attempt: a line for those who know
 * them.
 */
export function QuizNotice({ exams, hasFinished }: QuizNoticeProps) {
  const [seen] = useState(() => (readStored('rules-seen') ?? '').split(' ').filter(Boolean))
  const [isPressed, setPressed] = useState<boolean>()
  const open = listOpenModes(exams)
  const isFolded = hasFinished !== false && areRulesFolded({ hasFinished: true, seen, open })
  const isOpen = isPressed ?? !isFolded
  const shownModes = isOpen && hasFinished !== undefined ? open.join(' ') : ''
  useEffect(() => {
    const modes = new Set([
      ...(readStored('rules-seen') ?? '').split(' '),
      ...shownModes.split(' '),
    ])
    if (shownModes) writeStored('rules-seen', [...modes].filter(Boolean).join(' '))
  }, [shownModes])
  const { leaving, popUp } = getQuizNoticeText(exams)
  return (
    <section className={css.notice} data-folded={!isOpen} aria-labelledby="before-a-quiz">
      <header>
        <h2 id="before-a-quiz">
          <IconShieldCheck size={isOpen ? 24 : 18} stroke={1.75} aria-hidden="true" />
          Before you start a quiz
        </h2>
        {isFolded && (
          <button type="button" aria-expanded={isOpen} onClick={() => setPressed(!isOpen)}>
            Details<span className="visually-hidden"> of the quiz rules</span>
            <IconChevronDown size={16} stroke={2} aria-hidden="true" />
          </button>
        )}
      </header>
      {isOpen && (
        <>
          <p>{leaving} Please prepare first.</p>
          <ul>
            <li>
              <IconBellOff size={18} stroke={1.75} aria-hidden="true" />
              Turn on Do not disturb. {popUp}
            </li>
            <li>
              <IconBrowserOff size={18} stroke={1.75} aria-hidden="true" />
              Do not switch tabs, refresh, go back, or open developer tools or a side panel.
            </li>
            <li>
              <IconCopyOff size={18} stroke={1.75} aria-hidden="true" />
              Copy, paste and right-click are switched off while you answer.
            </li>
          </ul>
          <p>
            <Link to={pagePaths.practice}>Try it in the practice room</Link>: three questions that
            count nothing.
          </p>
        </>
      )}
    </section>
  )
}

type QuizNoticeText = { readonly leaving: string; readonly popUp: string }

const noticeTexts: Readonly<Record<IntegrityMode, QuizNoticeText>> = {
  strict: {
    leaving:
      'A quiz ends at once, and what you have answered is submitted, if you leave its window.',
    popUp: 'A pop-up that takes over the window ends the quiz.',
  },
  warn: {
    leaving:
      'You are warned twice if you leave the window of a quiz. The next time it ends, and what you have answered is submitted.',
    popUp: 'A pop-up that takes over the window counts, too.',
  },
  observe: {
    leaving: 'Leaving the window of a quiz does not end it, but your trainer sees it.',
    popUp: 'Your trainer also sees when a pop-up takes over the window.',
  },
}

const namedSentences: Readonly<Record<IntegrityMode, (titles: string, are: number) => string>> = {
  strict: (titles, are) =>
    `${titles} ${are === 1 ? 'ends' : 'end'} at once, and what you have answered is submitted, if you leave the window.`,
  warn: (titles, are) =>
    `${titles} ${are === 1 ? 'warns' : 'warn'} you twice, and ${are === 1 ? 'ends' : 'end'} the next time.`,
  observe: (titles) => `${titles}: leaving ends nothing, but your trainer sees it.`,
}

/** More than these are not listed one by one: each shows its rules before the start. */
const maxNamed = 3

const mixedNoticeText: QuizNoticeText = {
  leaving:
    'If you leave the window of a quiz, it may end, and what you have answered is submitted. The rules differ: each test shows its own before it starts.',
  popUp: 'A pop-up that takes over the window counts, too.',
}

function listOpenModes(
  exams: readonly Pick<StudentExam, 'integrityMode' | 'canStart'>[],
): IntegrityMode[] {
  return (['strict', 'warn', 'observe'] as const).filter((mode) =>
    exams.some(({ canStart, integrityMode }) => canStart && integrityMode === mode),
  )
}

/** For the tests that may be started or resumed; where there is none, as most tests are. */
export function getQuizNoticeText(
  exams: readonly Pick<StudentExam, 'title' | 'integrityMode' | 'canStart'>[],
): QuizNoticeText {
  const open = exams.filter(({ canStart }) => canStart)
  const modes = listOpenModes(exams)
  const [only = 'strict'] = modes
  if (modes.length <= 1) return noticeTexts[only]
  if (open.length > maxNamed) return mixedNoticeText
  const sentences = modes.map((mode) => {
    const titles = open.filter((exam) => exam.integrityMode === mode).map(({ title }) => title)
    return namedSentences[mode](titles.join(' and '), titles.length)
  })
  return { ...mixedNoticeText, leaving: sentences.join(' ') }
}
