import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconChevronDown,
  IconClockX,
  IconCode,
  IconDevices,
  IconEyeOff,
  IconHandStop,
  IconRefresh,
  IconWifiOff,
} from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import { incidentKindNames } from '#contract/incident-labels.ts'
import type { IncidentGroup, IncidentMember } from '#contract/incidents.ts'
import { type IncidentKind, isExpectedEnd } from '#core/proctoring/incident-kinds.ts'
import { toStudentLabel } from '#core/students/namesakes.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { formatDateTime, formatTimeWithSeconds } from '../../ui/format-time.ts'
import { CloseAtOnce, hasOneOutcome } from './close-at-once.tsx'
import { type Decided, DecisionForm } from './decision-form.tsx'
import { DecisionList } from './decision-list.tsx'
import {
  countStudents,
  describeCourse,
  describeGroup,
  describeLength,
} from './describe-incident.ts'
import css from './incidents.module.css'
import { AttemptLink, type DecisionProps, OneByOne } from './one-by-one.tsx'
import { OutageChart } from './outage-chart.tsx'

const icons: Readonly<Record<IncidentKind, typeof IconWifiOff>> = {
  offline: IconWifiOff,
  left: IconEyeOff,
  closed: IconRefresh,
  back: IconArrowBackUp,
  devtools: IconCode,
  'two-places': IconDevices,
  'time-up': IconClockX,
  'ended-by-staff': IconHandStop,
}

type IncidentCardProps = {
  readonly group: IncidentGroup
  readonly isOpenAtFirst: boolean
  readonly onDecided: (of: readonly IncidentGroup[], decided: Decided) => void
  readonly onStale: () => void
  readonly isSelected?: boolean
  /** `isRange` (Shift) takes in all from the one before. */
  readonly onSelect?: (isRange: boolean) => void
}

export function IncidentCard(props: IncidentCardProps) {
  const { group, isOpenAtFirst, onDecided, onStale, isSelected = false, onSelect } = props
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const head = useRef<HTMLButtonElement>(null)
  const contentId = useId()
  const Icon = icons[group.kind]
  const isCluster = group.members.length > 1
  const single = isCluster ? undefined : group.members[0]
  const handleDecided = (decided: Decided) => {
    onDecided([group], decided)
    // The form is gone.
    head.current?.focus()
  }
  return (
    <Card className={css.card}>
      <div className={css.row}>
        {single && onSelect && !group.isDecided && (
          <span className={css.select}>
            <Checkbox
              bare
              checked={isSelected}
              onChange={({ nativeEvent }) => onSelect((nativeEvent as MouseEvent).shiftKey)}
            >
              Select {describeGroup(group)}
            </Checkbox>
          </span>
        )}
        <h3>
          <button
            ref={head}
            type="button"
            className={css.head}
            aria-expanded={isOpen}
            aria-controls={contentId}
            onClick={() => setOpen(!isOpen)}
          >
            <span className={css.icon}>
              <Icon size={22} stroke={1.75} aria-hidden="true" />
            </span>
            <span className={css.title}>
              <b>{describeGroup(group)}</b>
              <small>
                {group.testTitle}, {formatDateTime(group.at)}. {describeCourse(group)}
              </small>
            </span>
            <GroupBadge group={group} />
            <IconChevronDown className={css.chevron} size={18} stroke={1.75} aria-hidden="true" />
          </button>
        </h3>
        {single && hasOneOutcome(single) && (
          <CloseAtOnce member={single} onDecided={handleDecided} onStale={onStale} />
        )}
      </div>
      <div id={contentId} hidden={!isOpen} className={css.content}>
        {isOpen && (
          <>
            {isCluster && group.kind === 'offline' && <OutageChart group={group} />}
            <div className={css.columns}>
              <div>
                <Statements members={group.members} />
                {single && <Single group={group} member={single} />}
              </div>
              <div>
                <DecisionList group={group} onReverted={onStale} />
                <OpenDecision group={group} onDecided={handleDecided} onStale={onStale} />
              </div>
            </div>
            {isCluster && <OneByOne group={group} onDecided={handleDecided} onStale={onStale} />}
          </>
        )}
      </div>
    </Card>
  )
}

function GroupBadge({ group: { members, isDecided } }: { group: IncidentGroup }) {
  if (isDecided) return <Badge tone="ok">Decided</Badge>
  if (members.length > 1) return <Badge tone="warn">Cluster of {countStudents(members)}</Badge>
  const isEnded = members[0]?.status === 'ended'
  return <Badge tone={isEnded ? 'bad' : 'primary'}>{isEnded ? 'Ended' : 'Running'}</Badge>
}

function OpenDecision({ group, ...handlers }: DecisionProps) {
  const waiting = group.members.filter(({ decision }) => decision === null)
  if (waiting.length === 0) return null
  const key = waiting.map(({ _id }) => _id).join()
  return (
    <DecisionForm
      key={key}
      groupId={group._id}
      proposed={group.proposed}
      isOutage={group.kind === 'offline'}
      members={waiting}
      {...handlers}
    />
  )
}

const shownStatements = 2

function Statements({ members }: { members: readonly IncidentMember[] }) {
  const writers = members.filter(({ statement }) => statement !== null)
  const rest = writers.slice(shownStatements)
  if (writers.length === 0) return null
  return (
    <section className={css.statements} aria-label="What students wrote">
      <h4>
        {writers.length === 1
          ? '1 student wrote a sentence'
          : `${writers.length} students wrote a sentence`}
      </h4>
      {writers.slice(0, shownStatements).map((member) => (
        <Statement key={member._id} member={member} />
      ))}
      {rest.length > 0 && (
        <details>
          <summary>Read all {writers.length}</summary>
          {rest.map((member) => (
            <Statement key={member._id} member={member} />
          ))}
        </details>
      )}
    </section>
  )
}

function Statement({ member }: { member: IncidentMember }) {
  const { statement } = member
  if (!statement) return null
  return (
    <blockquote>
      <p>{statement.text}</p>
      <footer>
        {toStudentLabel(member)}, {formatDateTime(statement.at)}
      </footer>
    </blockquote>
  )
}

function Single({ group, member }: { group: IncidentGroup; member: IncidentMember }) {
  const { ended, durationMs } = member
  return (
    <section className={css.story} aria-label="What happened">
      <h4>What happened</h4>
      <ol>
        <li>
          <time>{formatTimeWithSeconds(Date.parse(member.at))}</time>
          {incidentKindNames[group.kind]}
        </li>
        {durationMs !== null && (
          <li>
            <time>{formatTimeWithSeconds(Date.parse(member.at) + durationMs)}</time>
            Back after {describeLength([member])}
          </li>
        )}
        {ended && !isExpectedEnd(group.kind) && (
          <li>
            <time>{formatTimeWithSeconds(Date.parse(ended.at))}</time>
            <b>
              <IconAlertTriangle size={16} stroke={2} aria-hidden="true" /> Ended: {ended.reason}
            </b>
          </li>
        )}
      </ol>
      <AttemptLink group={group} member={member}>
        All that is known of this attempt
      </AttemptLink>
    </section>
  )
}
