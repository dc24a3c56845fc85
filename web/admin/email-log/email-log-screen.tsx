import { useQuery } from '@tanstack/react-query'
import { getMailStatus, listEmails } from '#contract/email-log.ts'
import { site } from '#site'
import { endpointQuery } from '../../client/endpoint-query.ts'
import { createTitleMeta } from '../../layout/page-title.ts'
import { Card } from '../../ui/card.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SearchBox } from '../../ui/form/search-box.tsx'
import { SelectField } from '../../ui/form/text-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import css from '../lists/list.module.css'
import { Pager } from '../lists/pager.tsx'
import { useListParams } from '../lists/use-list-params.ts'
import { usePagedList } from '../lists/use-paged-list.ts'
import { createColumns } from './email-columns.tsx'
import page from './email-log-screen.module.css'
import { MailProblemNotice } from './mail-problem-notice.tsx'
import { RetryFailedEmails } from './retry-email.tsx'
import { SendTestEmail } from './send-test-email.tsx'

export const meta = createTitleMeta('Mail')

const refetchMs = 3000

export default function EmailLogScreen() {
  const listParams = useListParams()
  const search = listParams.get('search')
  const state = listParams.get('state')
  const { data: setup } = useQuery({
    ...endpointQuery(getMailStatus),
    refetchInterval: ({ state }) => (state.data?.queued ? refetchMs : false),
  })
  const isSending = (setup?.queued ?? 0) > 0
  const paged = usePagedList(listEmails, {
    filters: { search, state },
    getRefetchInterval: (emails) =>
      isSending || emails?.some(({ state }) => state === 'queued') ? refetchMs : false,
  })
  const { rows, total, isPending, isError, refetch } = paged
  const isFiltered = search !== '' || state !== ''
  const states = [
    { value: '', name: 'All letters' },
    { value: 'queued', name: toOptionLabel('Waiting', setup?.queued) },
    { value: 'sent', name: toOptionLabel('Sent', setup?.sent) },
    { value: 'failed', name: toOptionLabel('Failed', setup?.failed) },
  ]

  return (
    <>
      <PageHeading
        title="Mail"
        lead="What became of each letter, the newest first."
        actions={
          <>
            {setup && setup.failed > 0 && <RetryFailedEmails failed={setup.failed} />}
            <SendTestEmail onSent={() => listParams.set({ search: '', state: '', page: '' })} />
          </>
        }
      />
      {setup && (
        <div className={page.notice}>
          <MailProblemNotice setup={setup} />
        </div>
      )}
      <Card>
        <div className={css.tools}>
          <div className={css.search}>
            <SearchBox
              label="Search by name, email or subject"
              value={search}
              onSearch={(text) => listParams.set({ search: text, page: '' })}
            />
          </div>
          <div className={css.sort}>
            <SelectField
              label="State"
              hideLabel
              value={state}
              options={states}
              onChange={({ target }) => listParams.set({ state: target.value, page: '' })}
            />
          </div>
        </div>
        {isError && !rows ? (
          <Notice tone="danger" onRetry={refetch}>
            The letters could not be loaded.
          </Notice>
        ) : total === 0 && !isPending ? (
          <EmptyState
            title={isFiltered ? 'No letters found.' : 'No letters yet.'}
            help={
              isFiltered
                ? 'Try another name or another state.'
                : 'Letters to students and to the institute appear here.'
            }
          />
        ) : (
          <DataTable
            caption="Letters, the newest first"
            columns={createColumns(setup?.isSetUp ?? true)}
            rows={rows ?? []}
            rowKey={({ _id }) => _id}
            skeletonRows={isPending ? 5 : 0}
          />
        )}
      </Card>
      {total > 0 && rows && <Pager things="Letters" paged={paged} shown={rows.length} />}
      <p role="status" className="visually-hidden">
        {isFiltered && !paged.isPlaceholderData && rows && `Found: ${total}`}
      </p>
    </>
  )
}

function toOptionLabel(name: string, count: number | undefined): string {
  return count === undefined ? name : `${name} (${count.toLocaleString(site.locale)})`
}
