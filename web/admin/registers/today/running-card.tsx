import {
  IconActivity,
  IconClock,
  IconMapPin,
  IconPhone,
  IconPlayerPlay,
  IconUsersGroup,
} from '@tabler/icons-react'
import { generatePath, Link } from 'react-router'
import { formatCount } from '#contract/format.ts'
import { toClosingMinute } from '#contract/institute-clock.ts'
import { getLiveTable } from '#contract/live.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { registerStateNames } from '#contract/register-words.ts'
import type { TodayWindow } from '#contract/registers.ts'
import { nameRooms } from '#contract/seat-words.ts'
import type { RegisterState } from '#core/registers/register.ts'
import { useCan } from '../../../client/use-can.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { formatTimeNear } from '../../../ui/format-moment.ts'
import { formatTime } from '../../../ui/format-time.ts'
import { stateIcons } from '../register-state.tsx'
import { countExpected, formatTimeLeft, nameAudience } from './describe-today.ts'
import { NotReleased } from './not-released.tsx'
import css from './running-card.module.css'

type RunningCardProps = {
  readonly window: TodayWindow
  readonly now: number
  /** Only the first one has a primary action. */
  readonly isFirst: boolean
}

/** A window that is open, with the doors to its register and its live screen. */
export function RunningCard({ window, now, isFirst }: RunningCardProps) {
  const { counts, phase, latestEntryAt, released, rooms } = window
  const [opensAt, closesAt] = [Date.parse(window.opensAt), Date.parse(window.closesAt)]
  const canSeeLive = useCan(getLiveTable)
  const register = generatePath(pagePaths.register, { id: window._id })
  const hasStarted = counts.taking + counts.finished > 0
  const tone = isFirst ? 'primary' : 'default'
  return (
    <Card className={css.running} data-first={isFirst || undefined}>
      <div className={css.top}>
        <div className={css.what}>
          <p className={css.state}>
            <Badge tone="ok" icon={<IconPlayerPlay aria-hidden="true" />}>
              {hasStarted ? 'Running' : 'Open now'}
            </Badge>
            <span>Closes in {formatTimeLeft(closesAt - now)}</span>
          </p>
          <h2 dir="auto">
            <Link to={register} className={css.link}>
              {window.testTitle}
            </Link>
          </h2>
          <p>
            <IconClock size={18} stroke={1.75} aria-hidden="true" />
            {formatTimeNear(opensAt, now)} to {formatTimeNear(toClosingMinute(closesAt), opensAt)}
            {latestEntryAt !== null &&
              `, latest entry ${formatTimeNear(toClosingMinute(Date.parse(latestEntryAt)), opensAt)}`}
          </p>
          <p dir="auto" className={css.facts}>
            <span>
              <IconUsersGroup size={18} stroke={1.75} aria-hidden="true" />
              {nameAudience({ ...window, expected: countExpected(window) })}
            </span>
            {rooms && (
              <span>
                <IconMapPin size={18} stroke={1.75} aria-hidden="true" />
                {nameRooms(rooms)}
              </span>
            )}
          </p>
        </div>
        <div className={css.doors}>
          {(canSeeLive || counts.absent > 0) && <ButtonLink to={register}>Register</ButtonLink>}
          {canSeeLive && (
            <ButtonLink
              tone={tone}
              to={generatePath(pagePaths.live, { testId: window.testId })}
              icon={<IconActivity aria-hidden="true" />}
            >
              Open Live
            </ButtonLink>
          )}
          {!canSeeLive && counts.absent > 0 && (
            <ButtonLink
              tone={tone}
              to={`${register}?state=absent`}
              icon={<IconPhone aria-hidden="true" />}
            >
              {counts.absent === 1
                ? 'Phone of the 1 absent'
                : `Phones of the ${formatCount(counts.absent)} absent`}
            </ButtonLink>
          )}
          {!canSeeLive && counts.absent === 0 && (
            <ButtonLink tone={tone} to={register}>
              Register
            </ButtonLink>
          )}
        </div>
      </div>
      {!released && <NotReleased window={window} now={now} />}
      <ul className={css.five}>
        <Figure to={register} name="Expected" count={countExpected(window)} />
        {(['lobby', 'taking', 'finished'] as const).map((state) => (
          <Figure
            key={state}
            state={state}
            count={counts[state]}
            name={registerStateNames[state]}
            to={`${register}?state=${state}`}
            note={
              state === 'lobby' && window.lobbyUntil
                ? `until ${formatTime(Date.parse(window.lobbyUntil))}`
                : undefined
            }
          />
        ))}
        <Absence window={window} to={register} isDecided={phase === 'entry-over'} />
      </ul>
    </Card>
  )
}

type AbsenceProps = {
  readonly window: TodayWindow
  readonly to: string
  readonly isDecided: boolean
}

/** Until the latest entry nobody is absent. */
function Absence({ window: { counts }, to, isDecided }: AbsenceProps) {
  const isAbsent = counts.absent > 0 || (isDecided && counts['not-here'] === 0)
  const state = isAbsent ? 'absent' : 'not-here'
  const excused = counts.excused > 0 ? `and ${formatCount(counts.excused)} excused` : undefined
  return (
    <Figure
      state={state}
      count={counts[state]}
      name={registerStateNames[state]}
      note={excused}
      to={`${to}?state=${state}`}
    />
  )
}

type FigureProps = {
  readonly to: string
  readonly name: string
  readonly count: number
  readonly state?: RegisterState
  readonly note?: string | undefined
}

function Figure({ to, name, count, state, note }: FigureProps) {
  const Icon = state ? stateIcons[state] : IconUsersGroup
  return (
    <li>
      <Link to={to} data-state={state}>
        <b>{formatCount(count)}</b> {note && <small>{note}</small>}
        <span>
          <Icon size={16} stroke={2} aria-hidden="true" /> {name}
        </span>
      </Link>
    </li>
  )
}
