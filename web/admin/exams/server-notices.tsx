import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { getMailStatus } from '#contract/email-log.ts'
import { pluralize } from '#contract/format.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { getStorage } from '#contract/storage.ts'
import { site } from '#site'
import { endpointQuery, useEndpointQuery } from '../../client/endpoint-query.ts'
import { getServerTime } from '../../client/server-clock.ts'
import { formatTime } from '../../ui/format-time.ts'
import { Notice } from '../../ui/notice.tsx'

const mailRefetchMs = 30_000

/** Shows the mail server's trouble in its words, and emails that failed since yesterday. */
export function MailNotice() {
  const { data } = useQuery({ ...endpointQuery(getMailStatus), refetchInterval: mailRefetchMs })
  if (!data) return null
  const { isSetUp, trouble, nextTryAt, waitsIn, failedLately } = data
  const isNextKnown = nextTryAt !== null && Date.parse(nextTryAt) > getServerTime()
  return (
    <>
      {(trouble || !isSetUp) && (
        <Notice tone="warn">
          {trouble ?? `Mail is not set up: emails wait in ${waitsIn}.`}
          {isNextKnown && ` The next try is at ${formatTime(Date.parse(nextTryAt))}.`}{' '}
          <Link to={pagePaths.mail}>Open the mail page</Link>
        </Notice>
      )}
      {failedLately > 0 && (
        <Notice tone="warn">
          {pluralize(failedLately, 'email')} failed in the last 24 hours.{' '}
          <Link to={`${pagePaths.mail}?state=failed`}>See what failed</Link>
        </Notice>
      )}
    </>
  )
}

export function StorageNotice() {
  const { data } = useEndpointQuery(getStorage)
  if (!data) return null
  const { isLow, freeBytes, unnamedPictures: unnamed } = data
  return (
    <>
      {isLow && (
        <Notice tone="danger">
          The server’s disk is almost full: {formatBytes(freeBytes)} left. Until there is more room,
          registrations and tests with pictures are refused. Everything else works.
        </Notice>
      )}
      {unnamed > 0 && (
        <Notice tone="warn">
          {pluralize(unnamed, 'picture')} on the server {unnamed === 1 ? 'is' : 'are'} named by no
          test and no student, which is more than a fault leaves behind. Nothing was removed.
          Perhaps an older state of the database was restored: the server’s log says what to do.
        </Notice>
      )}
    </>
  )
}

function formatBytes(bytes: number): string {
  const [unit, size] = bytes < 1e9 ? ['megabyte', 1e6] : ['gigabyte', 1e9]
  const format = { style: 'unit', unit, maximumFractionDigits: size === 1e6 ? 0 : 1 } as const
  return new Intl.NumberFormat(site.locale, format).format(bytes / size)
}
