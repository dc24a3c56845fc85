import {
  IconCheck,
  IconChevronRight,
  IconClock,
  IconFlag,
  IconMailExclamation,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { getMailStatus } from '#contract/email-log.ts'
import { followMachineClock, getExamClock } from '#contract/exam-clock.ts'
import { getExamDay } from '#contract/exam-day.ts'
import { pluralize } from '#contract/format.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { formatDifference } from '#core/exam-clock/clock-difference.ts'
import { endpointQuery } from '../../../client/endpoint-query.ts'
import { useCan } from '../../../client/use-can.tsx'
import { Card } from '../../../ui/card.tsx'
import list from './today-list.module.css'
import css from './waiting.module.css'

const pollMs = 60_000

type Item = {
  readonly to: string
  readonly text: string
  readonly Icon: typeof IconClock
  readonly isWaiting: boolean
}

/** Lists what waits first, then what is fine; each line only for those who may open its page. */
export function Waiting() {
  const items = useItems()
  const shown = items.toSorted((one, other) => Number(other.isWaiting) - Number(one.isWaiting))
  return (
    <Card className={css.waiting}>
      <header className={list.head}>
        <h2>Waiting for you</h2>
      </header>
      {shown.every(({ isWaiting }) => !isWaiting) && (
        <p className={css.nothing}>
          <IconCheck size={20} stroke={1.75} aria-hidden="true" /> Nothing waits.
        </p>
      )}
      <ul>
        {shown.map(({ to, text, Icon, isWaiting }) => (
          <li key={text} data-waiting={isWaiting || undefined}>
            <Link to={to}>
              <span className={css.icon}>
                <Icon size={18} stroke={1.75} aria-hidden="true" />
              </span>
              {text}
              <IconChevronRight size={18} stroke={1.75} aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function useItems(): readonly Item[] {
  const canMail = useCan(getMailStatus)
  const canDecide = useCan(getExamDay)
  const isOwner = useCan(followMachineClock)
  const poll = { refetchInterval: pollMs }
  const mail = useQuery({ ...endpointQuery(getMailStatus), ...poll, enabled: canMail })
  const day = useQuery({ ...endpointQuery(getExamDay), ...poll, enabled: canDecide })
  const clock = useQuery({ ...endpointQuery(getExamClock), ...poll, enabled: isOwner })
  const items: Item[] = []
  const failed = mail.data?.failed ?? 0
  if (failed > 0) {
    const text = `${pluralize(failed, 'email')} not sent`
    const to = `${pagePaths.mail}?state=failed`
    items.push({ to, text, Icon: IconMailExclamation, isWaiting: true })
  }
  const open = day.data?.openIncidents ?? 0
  if (open > 0) {
    const text = pluralize(open, 'open incident')
    items.push({ to: pagePaths.incidents, text, Icon: IconFlag, isWaiting: true })
  }
  if (clock.data) {
    const isFine = clock.data.state === 'agrees'
    const text = isFine ? 'Clock fine' : `Clock off by ${formatDifference(clock.data.differenceMs)}`
    items.push({ to: pagePaths.liveExams, text, Icon: IconClock, isWaiting: !isFine })
  }
  return items
}
