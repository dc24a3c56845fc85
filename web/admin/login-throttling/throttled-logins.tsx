import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listThrottledNetworks } from '#contract/accounts.ts'
import { endpointQuery } from '../../client/endpoint-query.ts'
import { formatDateTime } from '../../ui/format-time.ts'
import { Notice } from '../../ui/notice.tsx'
import { Spoken } from '../../ui/status.tsx'
import { formatNetwork, ThrottledNetworkCard } from './throttled-network-card.tsx'

const refetchMs = 10_000

/** Labs whose logins are slowed down, shown while a test is released. */
export function ThrottledLogins({ isAnyReleased }: { readonly isAnyReleased: boolean }) {
  const { data } = useQuery({
    ...endpointQuery(listThrottledNetworks),
    enabled: isAnyReleased,
    refetchInterval: refetchMs,
  })
  const [dismissed, setDismissed] = useState<readonly string[]>([])
  if (!isAnyReleased || !data) return null
  const shown = data.slowed.filter(({ network }) => !dismissed.includes(network))
  return (
    <>
      <Spoken>
        {shown
          .map(({ network }) => `Logins from ${formatNetwork(network)} are slowed down.`)
          .join(' ')}
      </Spoken>
      {data.letIn.map(({ network, endsAt }) => (
        <Notice key={network} tone="ok">
          Logins from {formatNetwork(network)} are not slowed down until {formatDateTime(endsAt)}.
        </Notice>
      ))}
      {shown.map((throttled) => (
        <ThrottledNetworkCard
          key={throttled.network}
          throttled={throttled}
          onDismiss={() => setDismissed([...dismissed, throttled.network])}
        />
      ))}
    </>
  )
}
