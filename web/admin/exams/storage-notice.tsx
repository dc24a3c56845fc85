import { getStorage } from '#contract/storage.ts'
import { site } from '#site'
import { useEndpointQuery } from '../../client/endpoint-query.ts'
import { Notice } from '../../ui/notice.tsx'

export function StorageNotice() {
  const { data } = useEndpointQuery(getStorage)
  if (!data?.isLow) return null
  return (
    <Notice tone="danger">
      The server’s disk is almost full: {formatBytes(data.freeBytes)} left. Until there is more
      room, registrations and tests with pictures are refused. Everything else works.
    </Notice>
  )
}

function formatBytes(bytes: number): string {
  const [unit, size] = bytes < 1e9 ? ['megabyte', 1e6] : ['gigabyte', 1e9]
  const format = { style: 'unit', unit, maximumFractionDigits: size === 1e6 ? 0 : 1 } as const
  return new Intl.NumberFormat(site.locale, format).format(bytes / size)
}
