import { IconDoorEnter, IconHourglass, IconSchool, IconShieldCheck } from '@tabler/icons-react'
import { useId, useState } from 'react'
import {
  type ExemptionPeriod,
  exemptNetwork,
  listThrottledNetworks,
  type ThrottledNetwork,
} from '#contract/accounts.ts'
import { formatDuration, pluralize } from '#contract/format.ts'
import { useEndpointMutation } from '../../client/endpoint-query.ts'
import { RefusalError } from '../../client/request.ts'
import { useSecondsLeft } from '../../client/use-seconds-left.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { formatTimeWithSeconds } from '../../ui/format-time.ts'
import layout from '../../ui/layout.module.css'
import { showToast } from '../../ui/toast.tsx'
import css from './throttled-network-card.module.css'

const initialRows = 5
const periods: readonly { readonly period: ExemptionPeriod; readonly label: string }[] = [
  { period: 'quarter-hour', label: '15 minutes' },
  { period: 'hour', label: '1 hour' },
  { period: 'today', label: 'Today' },
]

type ThrottledNetworkCardProps = {
  readonly throttled: ThrottledNetwork
  readonly onDismiss: () => void
}

export function ThrottledNetworkCard({ throttled, onDismiss }: ThrottledNetworkCardProps) {
  const { network, failures, minutes, waiting } = throttled
  const titleId = useId()
  const name = formatNetwork(network)
  return (
    <Card className={css.card} aria-labelledby={titleId}>
      <header className={css.head}>
        <span className={css.icon} aria-hidden="true">
          <IconSchool size={22} />
        </span>
        <div>
          <h2 id={titleId}>Logins from {name} are slowed down</h2>
          <p>
            {pluralize(failures, 'wrong password')} came from there in{' '}
            {pluralize(minutes, 'minute')}, so further tries have to wait.{' '}
            <b>{describeWaiting(waiting.length)}</b> Devices that a student has logged in on before
            are not slowed down, and students who are logged in already are not affected.
          </p>
        </div>
        <Badge tone="warn" icon={<IconHourglass aria-hidden="true" />}>
          Slowed down
        </Badge>
      </header>
      {waiting.length > 0 && <Waiting name={name} waiting={waiting} />}
      <NetworkExemption network={network} onDismiss={onDismiss} />
    </Card>
  )
}

/** An IPv6 network is a whole /64. */
export function formatNetwork(network: string): string {
  return network.includes(':') ? `${network}::/64` : network
}

function describeWaiting(count: number): string {
  if (count === 0) return 'No student is waiting there now.'
  return `${pluralize(count, 'student')} must wait.`
}

type WaitingStudent = ThrottledNetwork['waiting'][number]

const columns: readonly Column<WaitingStudent>[] = [
  { key: 'name', head: 'Waiting', as: 'title', cell: ({ name }) => name },
  {
    key: 'last',
    head: 'Last try',
    oneLine: true,
    cell: ({ lastTryAt }) => formatTimeWithSeconds(Date.parse(lastTryAt)),
  },
  { key: 'tries', head: 'Tries', cell: ({ tries }) => tries },
  {
    key: 'wait',
    head: 'Must wait',
    oneLine: true,
    cell: ({ waitsUntil }) => <WaitLeft until={waitsUntil} />,
  },
]

function Waiting({
  name,
  waiting,
}: {
  readonly name: string
  readonly waiting: readonly WaitingStudent[]
}) {
  const [isExpanded, setExpanded] = useState(false)
  const rows = isExpanded ? waiting : waiting.slice(0, initialRows)
  const more = waiting.length - rows.length
  return (
    <div className={css.waiting}>
      <DataTable
        caption={`Students who wait at ${name}, the latest first`}
        columns={columns}
        rows={rows}
        rowKey={({ _id }) => _id}
      />
      {more > 0 && (
        <Button tone="quiet" onClick={() => setExpanded(true)}>
          and {more} more
        </Button>
      )}
    </div>
  )
}

function WaitLeft({ until }: { readonly until: string }) {
  const secondsLeft = useSecondsLeft(until)
  return secondsLeft > 0 ? formatDuration(secondsLeft * 1000) : 'may try now'
}

function NetworkExemption({
  network,
  onDismiss,
}: {
  readonly network: string
  readonly onDismiss: () => void
}) {
  const [period, setPeriod] = useState<ExemptionPeriod>('hour')
  const exempt = useEndpointMutation(exemptNetwork, [listThrottledNetworks])
  const handlePress = () =>
    exempt.mutate(
      { body: { network, period } },
      {
        onSuccess: ({ message }) => showToast(message),
        onError: (error) =>
          showToast(
            error instanceof RefusalError ? error.message : 'The lab could not be let in.',
            'bad',
          ),
      },
    )
  return (
    <div className={css.foot}>
      <fieldset className={css.periods}>
        <legend>For how long</legend>
        <div>
          {periods.map((option) => (
            <label key={option.period} data-chosen={option.period === period || undefined}>
              <input
                type="radio"
                name={`period ${network}`}
                value={option.period}
                checked={option.period === period}
                onChange={() => setPeriod(option.period)}
              />
              {option.label}
            </label>
          ))}
        </div>
      </fieldset>
      <p className={css.note}>
        <IconShieldCheck size={18} aria-hidden="true" />
        Only for this address. Each account still counts its own wrong tries, so guessing at one
        student stays slow.
      </p>
      <div className={layout.row}>
        <Button
          tone="primary"
          icon={<IconDoorEnter aria-hidden="true" />}
          busy={exempt.isPending}
          onClick={handlePress}
        >
          Let this lab in
        </Button>
        <Button tone="quiet" onClick={onDismiss}>
          Not now
        </Button>
      </div>
    </div>
  )
}
