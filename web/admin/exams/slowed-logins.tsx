import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listThrottledNetworks } from '#contract/login-throttling.ts'
import { endpointQuery } from '../../client/endpoint-query.ts'
import { formatDateTime } from '../../ui/format-time.ts'
import { Notice } from '../../ui/notice.tsx'
import { nameNetwork, SlowedNetworkCard } from './slowed-network-card.tsx'

const askEveryMs = 10_000

/** Labs whose logins are slowed down, told while a test is released. */
export function SlowedLogins({ isAnyReleased }: { readonly isAnyReleased: boolean }) {
  const { data } = useQuery({
    ...endpointQuery(listThrottledNetworks),
    enabled: isAnyReleased,
    refetchInterval: askEveryMs,
  })
  const [putAway, setPutAway] = useState<readonly string[]>([])
  if (!isAnyReleased || !data) return null
  const shown = data.slowed.filter(({ network }) => !putAway.includes(network))
  return (
    <>
      <p role="status" className="visually-hidden">
        {shown
          .map(({ network }) => `Logins from ${nameNetwork(network)} are slowed down.`)
          .join(' ')}
      </p>
      {data.letIn.map(({ network, endsAt }) => (
        <Notice key={network} tone="ok">
          Logins from {nameNetwork(network)} are not slowed down until {formatDateTime(endsAt)}.
        </Notice>
      ))}
      {shown.map((slowed) => (
        <SlowedNetworkCard
          key={slowed.network}
          slowed={slowed}
          onPutAway={() => setPutAway([...putAway, slowed.network])}
        />
      ))}
    </>
  )
}
