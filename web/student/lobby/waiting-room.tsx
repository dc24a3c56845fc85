import { useRef } from 'react'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { StudentExam } from '#contract/exams.ts'
import { pluralize } from '#contract/format.ts'
import { toClosingMinute } from '#contract/institute-clock.ts'
import type { getLobby, StudentWindow } from '#contract/lobby.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { formatSeat } from '#contract/seat-words.ts'
import { getSecondsLeft } from '#core/attempts/deadline.ts'
import { getLobbyPhase, type LobbyPhase } from '#core/exam-windows/countdown.ts'
import { getServerTime } from '../../client/server-clock.ts'
import { useSecondsLeft } from '../../client/use-seconds-left.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { describeTimeZone, formatTimeNear } from '../../ui/format-moment.ts'
import { formatMinutes } from '../../ui/format-time.ts'
import layout from '../../ui/layout.module.css'
import { Notice } from '../../ui/notice.tsx'
import { OpeningAnnouncer } from '../opening/opening-announcer.tsx'
import { useServerTime } from '../opening/use-server-time.ts'
import { isRunning } from '../panel/exam-table.tsx'
import { toWindowTimes } from '../panel/group-exams.ts'
import { MoreRules } from '../panel/preflight/more-rules.tsx'
import { PreflightList } from '../panel/preflight/preflight-list.tsx'
import { PreparationCards } from '../panel/preflight/start-dialog.tsx'
import { StartRules } from '../panel/preflight/start-rules.tsx'
import { useConnection } from '../panel/preflight/use-connection.ts'
import { useStartQuiz } from '../panel/use-start-quiz.ts'
import { describeNext, describePhase, describeStart } from './describe-lobby.ts'
import { LobbyClock } from './lobby-clock.tsx'
import css from './waiting-room.module.css'

type WaitingRoomProps = {
  readonly testId: string
  readonly lobby: ReplyOf<typeof getLobby>
  readonly window: StudentWindow
  /** As the panel lists it: its rules, and the attempt at it. */
  readonly exam: StudentExam | undefined
  readonly onRefused: () => void
}

/** The exam's facts before the opening, and a Start that becomes live at it. */
export function WaitingRoom({ testId, lobby, window, exam, onRefused }: WaitingRoomProps) {
  const start = useStartQuiz()
  const { connection } = useConnection(true, start.error)
  const { now, isKnown } = useServerTime()
  const times = toWindowTimes(window)
  const { startOffsetMs } = lobby
  // Draws again at the very moment when Start becomes live, between two full seconds.
  useSecondsLeft(times.opensAt + startOffsetMs)
  const phase = useLobbyPhase({ window: times, startOffsetMs, isTimeKnown: isKnown })
  const isResumed = exam !== undefined && isRunning(exam)
  const isTaken = exam?.attemptsLeft === 0 && !isResumed
  // One that was granted to this student may also be started when the entry is over.
  const isExtra = exam?.canStart === true && exam.window?.phase === phase
  const isLive = (phase === 'live' && !isTaken) || isResumed || isExtra
  const shown = isTaken ? 'taken' : isLive ? 'live' : phase
  const { heading, text } = describePhase(shown, times, now)
  const kept = keptPhases.map((one) => describePhase(one, times, now))
  const seconds = getSecondsLeft(times.opensAt, now)
  const ownTime = formatMinutes(Math.round(lobby.ownDurationSeconds / 60))
  const zone = describeTimeZone(now)
  return (
    <>
      <Card className={css.lobby}>
        <LobbyClock phase={phase} secondsToOpening={seconds} now={now} isTimeKnown={isKnown} />
        <div className={css.paper}>
          <p className={css.title} dir="auto">
            {lobby.title}
          </p>
          <h2>
            <KeptPlace text={heading} others={kept.map((one) => one.heading)} />
          </h2>
          <p className={css.lead}>
            <KeptPlace text={text} others={kept.map((one) => one.text)} />
          </p>
          <dl>
            <div>
              <dt>Paper</dt>
              <dd>{pluralize(lobby.numQuestions, 'question')}</dd>
            </div>
            <div>
              <dt>Time</dt>
              <dd>{ownTime}</dd>
            </div>
            <div>
              <dt>Latest start</dt>
              <dd>
                {formatTimeNear(
                  toClosingMinute(times.latestEntryAt ?? times.closesAt),
                  times.opensAt,
                )}
              </dd>
            </div>
            {window.seat && (
              <div className={css.place}>
                <dt>Place</dt>
                <dd dir="auto">{formatSeat(window.seat)}</dd>
              </div>
            )}
          </dl>
          <div className={css.start}>
            <Button
              tone="primary"
              size="hero"
              busy={start.isPending || start.isSuccess}
              aria-disabled={!isLive || undefined}
              aria-describedby="start-rule"
              onClick={() => isLive && start.mutate(testId, { onError: onRefused })}
            >
              {isResumed ? 'Resume' : 'Start'}
            </Button>
            <p id="start-rule">{describeStart(isLive ? 'live' : phase, times, ownTime)}</p>
          </div>
          {start.error && (
            <Notice tone="danger">
              {start.error.message} {describeNext(phase, times, now)}
            </Notice>
          )}
          {(shown === 'taken' || shown === 'entry-over' || shown === 'closed') && (
            <ButtonLink to={pagePaths.studentPanel}>Back to your panel</ButtonLink>
          )}
          {zone && <p className={layout.hint}>{zone}</p>}
        </div>
      </Card>
      {isKnown && (
        <OpeningAnnouncer
          title={lobby.title}
          secondsToOpening={seconds}
          opened={isLive ? 'Start is live now.' : undefined}
        />
      )}
      <section className={css.preparation} aria-label="Before you start">
        {exam && <StartRules exam={exam} />}
        <PreflightList connection={connection} scripts={exam?.scripts} />
        <PreparationCards navigation={exam?.navigation} />
        {exam && <MoreRules navigation={exam.navigation} />}
      </section>
    </>
  )
}

/** Between these the words above Start change while one waits for it. */
const keptPhases = ['checking', 'waiting', 'live'] as const

type KeptPlaceProps = { readonly text: string; readonly others: readonly string[] }

/** As high as the highest of several texts, so that what stands below keeps its place. */
function KeptPlace({ text, others }: KeptPlaceProps) {
  return (
    <span className={css.kept}>
      <span>{text}</span>
      {[...new Set(others)].map((other) => (
        <span key={other} aria-hidden="true" data-unseen>
          {other}
        </span>
      ))}
    </span>
  )
}

type WithoutLive = Omit<Parameters<typeof getLobbyPhase>[0], 'wasLive'>

/** By the estimated clock of the server at each drawing, not by the last full second. */
function useLobbyPhase(lobby: WithoutLive): LobbyPhase {
  const wasLive = useRef(false)
  const phase = getLobbyPhase({ ...lobby, wasLive: wasLive.current }, getServerTime())
  wasLive.current = phase === 'live'
  return phase
}
