import { useQuery } from '@tanstack/react-query'
import { getMailStatus, listEmails } from '#contract/email-log.ts'
import { site } from '#site'
import { endpointQuery } from '../../client/endpoint-query.ts'
import { createTitleMeta } from '../../layout/page-title.ts'
import { Card } from '../../ui/card.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SelectField } from '../../ui/form/text-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { useAddress } from '../address-state.ts'
import css from '../list.module.css'
import { Pager } from '../pager.tsx'
import { usePage } from '../use-page.ts'
import page from './mail.module.css'
import { columnsFor } from './mail-columns.tsx'
import { MailTrouble } from './mail-trouble.tsx'
import { RetryAll } from './retry.tsx'
import { TestMail } from './test-mail.tsx'

export const meta = createTitleMeta('Mail')

const lookEveryMs = 3000

export default function MailScreen() {
  const address = useAddress()
  const search = address.get('search')
  const state = address.get('state')
  const { data: setup } = useQuery({
    ...endpointQuery(getMailStatus),
    refetchInterval: ({ state }) => (state.data?.queued ? lookEveryMs : false),
  })
  const isMoving = (setup?.queued ?? 0) > 0
  const paged = usePage(listEmails, {
    wanted: { search, state },
    lookAgain: (letters) =>
      isMoving || letters?.some(({ state }) => state === 'queued') ? lookEveryMs : false,
  })
  const { rows, total, isPending, isError, refetch } = paged
  const isFiltered = search !== '' || state !== ''
  const states = [
    { value: '', name: 'All letters' },
    { value: 'queued', name: named('Waiting', setup?.queued) },
    { value: 'sent', name: named('Sent', setup?.sent) },
    { value: 'failed', name: named('Failed', setup?.failed) },
  ]

  return (
    <>
      <PageHeading
        title="Mail"
        lead="What became of each letter, the newest first."
        actions={
          <>
            {setup && setup.failed > 0 && <RetryAll failed={setup.failed} />}
            <TestMail onSent={() => address.set({ search: '', state: '', page: '' })} />
          </>
        }
      />
      {setup && (
        <div className={page.told}>
          <MailTrouble setup={setup} />
        </div>
      )}
      <Card>
        <div className={css.tools}>
          <div className={css.search}>
            <SearchBox
              label="Search by name, email or subject"
              value={search}
              onSearch={(text) => address.set({ search: text, page: '' })}
            />
          </div>
          <div className={css.sort}>
            <SelectField
              label="State"
              hideLabel
              value={state}
              options={states}
              onChange={({ target }) => address.set({ state: target.value, page: '' })}
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
            columns={columnsFor(setup?.isSetUp ?? true)}
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

function named(name: string, count: number | undefined): string {
  return count === undefined ? name : `${name} (${count.toLocaleString(site.locale)})`
}
