import { IconClock } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Fragment, type ReactNode, useEffect, useReducer, useRef } from 'react'
import { generatePath } from 'react-router'
import { listExams, type StudentExam } from '#contract/exams.ts'
import { pluralize } from '#contract/format.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { listOwnAttempts } from '#contract/results.ts'
import { formatSeat } from '#contract/seat-words.ts'
import { getSecondsLeft } from '#core/attempts/deadline.ts'
import { formatCountdown } from '#core/exam-windows/countdown.ts'
import { useSession } from '../../client/browser-session.ts'
import { invalidateEndpoints, useEndpointQuery } from '../../client/endpoint-query.ts'
import { getServerTime } from '../../client/server-clock.ts'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { describeTimeZone } from '../../ui/format-moment.ts'
import { formatMinutes, formatTimeWithSeconds } from '../../ui/format-time.ts'
import { OpeningAnnouncer } from '../opening/opening-announcer.tsx'
import { useServerTime } from '../opening/use-server-time.ts'
import css from './exam-groups.module.css'
import { ExamAction, type ExamActionProps } from './exam-table.tsx'
import {
  describeTimes,
  type ExamGroup,
  examGroups,
  getExamGroup,
  getNextChange,
} from './group-exams.ts'

type ExamGroupsProps = Omit<ExamActionProps, 'exam'> & {
  /** The lines about ended attempts, above what is done. */
  readonly ended: ReactNode
}

/** The tests of a student with exam windows: what is open, what is coming, what is done. */
export function ExamGroups({ ended, ...actions }: ExamGroupsProps) {
  const { exams } = actions
  const { now, isKnown } = useServerTime()
  const { data: attempts = [] } = useEndpointQuery(listOwnAttempts)
  const getGroup = useHeldGroups(exams)
  useReloadAtChange(exams, isKnown)
  const describe = (exam: StudentExam) =>
    describeTimes(
      exam,
      attempts.find(({ testId }) => testId === exam._id),
      now,
    )
  const notes: Readonly<Record<ExamGroup, ReactNode>> = {
    open: 'You can start now',
    coming: (
      <span className={css.clock}>
        <IconClock size={18} stroke={1.75} aria-hidden="true" />
        Server time {isKnown ? formatTimeWithSeconds(now) : 'checking'}
      </span>
    ),
    done: 'Results appear here when they are released',
  }
  const zone = describeTimeZone(now)
  return (
    <>
      {examGroups.map((group) => {
        const rows = exams.filter((exam) => getGroup(exam) === group)
        const above = group === 'done' && ended
        if (rows.length === 0) return <Fragment key={group}>{above}</Fragment>
        return (
          <Fragment key={group}>
            {above}
            <section className={css.group} aria-labelledby={`exams-${group}`}>
              <header data-group={group}>
                <h2 id={`exams-${group}`}>{names[group]}</h2>
                <p>{notes[group]}</p>
              </header>
              <Card>
                <ul className={css.rows}>
                  {(group === 'coming' ? rows.toSorted(compareOpenings) : rows).map((exam) => (
                    <ExamRow key={exam._id} exam={exam} times={describe(exam)}>
                      {group === 'coming' ? (
                        <Opening exam={exam} now={now} isKnown={isKnown} />
                      ) : exam.canStart || exam.attempt ? (
                        <ExamAction {...actions} exam={exam} />
                      ) : (
                        <Badge>Not taken</Badge>
                      )}
                    </ExamRow>
                  ))}
                </ul>
              </Card>
            </section>
          </Fragment>
        )
      })}
      {zone && <p className={css.zone}>{zone}</p>}
    </>
  )
}

const names: Readonly<Record<ExamGroup, string>> = { open: 'Open', coming: 'Coming', done: 'Done' }

type ExamRowProps = {
  readonly exam: StudentExam
  readonly times: readonly [string, string]
  readonly children: ReactNode
}

function ExamRow({ exam, times, children }: ExamRowProps) {
  const { _id, title, numQuestions, duration, window } = exam
  const [first, second] = times
  const seat = getExamGroup(exam) === 'done' ? undefined : window?.seat
  return (
    <li id={toRowId(_id)}>
      <div className={css.title}>
        <b dir="auto">{title}</b>
        <small>
          {pluralize(numQuestions, 'question')}, {formatMinutes(duration)}
        </small>
      </div>
      <div className={css.times}>
        <b>{first}</b>
        <small>{second}</small>
        {seat && (
          <small className={css.seat} dir="auto">
            {formatSeat(seat)}
          </small>
        )}
      </div>
      <div className={css.action}>{children}</div>
    </li>
  )
}

type OpeningProps = {
  readonly exam: StudentExam
  readonly now: number
  readonly isKnown: boolean
}

/** The countdown, and the way to where Start becomes live by itself. */
function Opening({ exam: { _id: testId, title, window }, now, isKnown }: OpeningProps) {
  const seconds = window ? getSecondsLeft(Date.parse(window.opensAt), now) : 0
  return (
    <>
      <span className={css.countdown}>
        <small>{seconds > 0 ? 'Opens in' : 'Opens'}</small>
        <b role="timer" aria-live="off">
          {!isKnown ? 'checking' : seconds > 0 ? formatCountdown(seconds) : 'now'}
        </b>
      </span>
      <ButtonLink size="row" to={generatePath(pagePaths.lobby, { testId })}>
        Lobby<span className="visually-hidden"> of {title}</span>
      </ButtonLink>
      {isKnown && <OpeningAnnouncer title={title} secondsToOpening={seconds} />}
    </>
  )
}

function compareOpenings(one: StudentExam, other: StudentExam): number {
  return (one.window?.opensAt ?? '').localeCompare(other.window?.opensAt ?? '')
}

function toRowId(examId: string) {
  return `exam-${examId}`
}

/** A row under the pointer or with the focus stays in its group until it is left. */
function useHeldGroups(exams: readonly StudentExam[]) {
  const shown = useRef<ReadonlyMap<string, ExamGroup>>(new Map())
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const groups = new Map(
    exams.map((exam) => {
      const before = shown.current.get(exam._id)
      return [exam._id, before && isTouched(exam._id) ? before : getExamGroup(exam)]
    }),
  )
  const isHolding = exams.some((exam) => groups.get(exam._id) !== getExamGroup(exam))
  useEffect(() => {
    shown.current = groups
  })
  useEffect(() => {
    if (!isHolding) return
    document.addEventListener('pointerover', redraw)
    document.addEventListener('focusin', redraw)
    return () => {
      document.removeEventListener('pointerover', redraw)
      document.removeEventListener('focusin', redraw)
    }
  }, [isHolding])
  return (exam: StudentExam) => groups.get(exam._id)
}

function isTouched(examId: string): boolean {
  return document.getElementById(toRowId(examId))?.matches(':hover, :focus-within') ?? false
}

const maxTimerMs = 2 ** 31 - 1

/** Shows an opening or closing by the clock at that second, without waiting for the next news. */
function useReloadAtChange(exams: readonly StudentExam[], isTimeKnown: boolean) {
  const client = useQueryClient()
  const studentId = useSession()?._id ?? ''
  useEffect(() => {
    const next = getNextChange(exams, studentId, getServerTime())
    if (!isTimeKnown || next === null) return
    const reload = () => invalidateEndpoints(client, listExams)
    const timer = setTimeout(reload, Math.min(next - getServerTime(), maxTimerMs))
    return () => clearTimeout(timer)
  }, [client, exams, studentId, isTimeKnown])
}
