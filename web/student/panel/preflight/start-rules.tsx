import {
  IconAppWindow,
  IconArrowBackUp,
  IconCode,
  IconDeviceMobileOff,
  IconHandStop,
  IconKeyboardOff,
  IconRefresh,
  IconVolume,
} from '@tabler/icons-react'
import type { StudentExam } from '#contract/exams.ts'
import type { IntegrityMode } from '#core/exams/exam.ts'
import { maxWarnings } from '#core/proctoring/policy.ts'
import { hasNoReloadPrompt } from '../../quiz/proctoring/reload-prompt.ts'
import { isTouch } from '../../quiz/proctoring/watch-devtools.ts'
import css from './start-rules.module.css'

type RuleAction = { readonly Icon: typeof IconRefresh; readonly text: string }

type Rules = {
  readonly title: string
  readonly actions: readonly RuleAction[]
  /** Actions that end nothing, and how to prepare. */
  readonly hint: string
  /** Null on a touch screen, whose readers have no windows, and where nothing ends the quiz. */
  readonly screenReaderHint: string | null
}

type RulesInput = {
  readonly mode: IntegrityMode
  readonly hasAssistiveTools: boolean
  readonly isTouchScreen: boolean
  /** The browser asks nothing before a reload. */
  readonly isUnasked: boolean
}

/** For the dialog, which begins with them for those who hear it. */
export const startRulesIds = 'rules-of-test listed-rules'

/** The exam's rules about leaving it: the first thing to read before the clock runs. */
export function StartRules({ exam }: { exam: StudentExam }) {
  const { integrityMode: mode } = exam
  const hasAssistiveTools = exam.assistiveTools === true
  const { title, actions, hint, screenReaderHint } = getStartRules({
    mode,
    hasAssistiveTools,
    isTouchScreen: isTouch(),
    isUnasked: hasNoReloadPrompt(),
  })
  return (
    <>
      <section className={css.rules} data-mode={mode} aria-labelledby="rules-of-test">
        <h3 id="rules-of-test">
          <IconHandStop size={24} stroke={1.75} aria-hidden="true" />
          {title}
        </h3>
        <ul id="listed-rules">
          {actions.map(({ Icon, text }) => (
            <li key={text}>
              <Icon size={18} stroke={1.75} aria-hidden="true" />
              {text}
            </li>
          ))}
        </ul>
      </section>
      <p className={css.hint}>
        <IconKeyboardOff size={18} stroke={1.75} aria-hidden="true" />
        {hint}
      </p>
      {screenReaderHint && (
        <p className={css.hint}>
          <IconVolume size={18} stroke={1.75} aria-hidden="true" />
          {screenReaderHint}
        </p>
      )}
    </>
  )
}

/**
 * In the words of the exam's own mode; a touch screen has no developer tools, but locks. Where the
 * browser asks nothing before a reload, a strict exam forgives the first one.
 */
export function getStartRules({
  mode,
  hasAssistiveTools,
  isTouchScreen,
  isUnasked,
}: RulesInput): Rules {
  const isForgiven = mode === 'strict' && isUnasked
  const { title, onAway } = modeTexts[mode]
  const keys = mode === 'observe' ? 'Copy and paste keys' : 'Copy, paste, print and search keys'
  const held = isTouchScreen
    ? 'Copying and pasting are only held back. Trying it does not end the quiz.'
    : `${keys} are only held back. Pressing one does not end the quiz.`
  return {
    title,
    actions: isTouchScreen
      ? [switchingOnTouch, isForgiven ? refreshingAgain : refreshing, goingBack, locking]
      : [
          hasAssistiveTools ? switchingForLong : switching,
          isForgiven ? refreshingAgain : refreshing,
          goingBack,
          openingDevtools,
        ],
    hint: `${isForgiven ? `${reloadHint} ` : ''}${held} ${onAway}`,
    screenReaderHint:
      isTouchScreen || mode === 'observe'
        ? null
        : hasAssistiveTools
          ? ownWindowsAreFree
          : ownWindowsCount,
  }
}

const switching = { Icon: IconAppWindow, text: 'Switching to another tab or window' }
const switchingForLong = {
  Icon: IconAppWindow,
  text: 'Switching to another tab, or to another window for 20 seconds or longer',
}
const switchingOnTouch = { Icon: IconAppWindow, text: 'Switching to another tab or app' }
const refreshing = { Icon: IconRefresh, text: 'Refreshing or closing this page' }
const refreshingAgain = { Icon: IconRefresh, text: 'Refreshing or closing this page a second time' }
const goingBack = { Icon: IconArrowBackUp, text: 'The back button' }
const openingDevtools = {
  Icon: IconCode,
  text: 'Opening developer tools or a side panel of the browser',
}
const locking = { Icon: IconDeviceMobileOff, text: 'Locking the screen' }

const ownWindowsAreFree =
  'You may open the lists and settings of your screen reader: leaving this window for less than 20 seconds is only noted for your trainer.'
const ownWindowsCount =
  'A screen reader’s own lists and settings are other windows. Use its keys inside the page: H, R, B and the arrows.'

const reloadHint =
  'Your browser does not ask before it refreshes a page: the first time only warns, if the page is back within a minute.'

const ordinals = ['first', 'second', 'third', 'fourth'] as const

const modeTexts: Readonly<Record<IntegrityMode, { title: string; onAway: string }>> = {
  strict: {
    title: 'This ends the quiz at once',
    onAway: 'Turn on Do not disturb: a pop-up counts as another window.',
  },
  warn: {
    title: `This gives a warning, the ${ordinals[maxWarnings]} one ends the quiz`,
    onAway: 'Turn on Do not disturb: a pop-up counts as another window.',
  },
  observe: {
    title: 'This is noted',
    onAway: 'What is noted does not end it either, but your trainer sees it.',
  },
}
