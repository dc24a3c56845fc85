import { IconChartBar, IconPlus, IconUsers } from '@tabler/icons-react'
import { generatePath } from 'react-router'
import type { Exam } from '#contract/exams.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { SecondFactorNotice } from '../../account/second-factor/second-factor-notice.tsx'
import { createTitleMeta } from '../../layout/page-title.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { DeleteTest } from './delete-test.tsx'
import css from './home.module.css'
import { MailNotice } from './mail-notice.tsx'
import { RecentlyDeleted } from './recently-deleted.tsx'
import { ReleasedTick } from './released-tick.tsx'
import { SlowedLogins } from './slowed-logins.tsx'
import { StorageNotice } from './storage-notice.tsx'
import { useTests } from './use-tests.ts'

export const meta = createTitleMeta('Tests')

export default function AdminHomeScreen() {
  const { data: tests, isPending, isError, refetch } = useTests()
  return (
    <div className={css.page}>
      <PageHeading
        title="Tests"
        actions={
          <>
            <ButtonLink to={pagePaths.students} icon={<IconUsers aria-hidden="true" />}>
              View Student Details
            </ButtonLink>
            <ButtonLink to={pagePaths.scoreList} icon={<IconChartBar aria-hidden="true" />}>
              View Student Results
            </ButtonLink>
            <ButtonLink
              to={pagePaths.createExam}
              tone="primary"
              icon={<IconPlus aria-hidden="true" />}
            >
              Create Test
            </ButtonLink>
          </>
        }
      />
      <MailNotice />
      <SecondFactorNotice />
      <StorageNotice />
      <SlowedLogins isAnyReleased={tests?.some(({ released }) => released) ?? false} />
      {isError && (
        <Notice tone="danger" onRetry={refetch}>
          Failed to fetch tests.
        </Notice>
      )}
      {(isPending || (tests && tests.length > 0)) && (
        <Card>
          <DataTable
            caption="Tests, newest first"
            columns={columns}
            rows={tests ?? []}
            rowKey={(test) => test._id}
            skeletonRows={isPending ? 5 : 0}
          />
        </Card>
      )}
      {tests?.length === 0 && (
        <Card>
          <EmptyState
            title="No tests found."
            help="Create a test, then release it to let students start."
          />
        </Card>
      )}
      <RecentlyDeleted />
    </div>
  )
}

const columns: readonly Column<Exam>[] = [
  { key: 'title', head: 'Title', as: 'title', cell: ({ title }) => title },
  { key: 'questions', head: 'Questions', align: 'right', cell: ({ numQuestions }) => numQuestions },
  { key: 'duration', head: 'Duration (mins)', align: 'right', cell: ({ duration }) => duration },
  { key: 'released', head: 'Released', cell: (test) => <ReleasedTick test={test} /> },
  { key: 'actions', head: 'Actions', as: 'actions', cell: (test) => <Actions test={test} /> },
]

function Actions({ test: { _id: id, title }, test }: { test: Exam }) {
  return (
    <>
      <ButtonLink
        to={generatePath(pagePaths.updateExam, { id })}
        tone="quiet"
        size="row"
        aria-label={`Update ${title}`}
      >
        Update
      </ButtonLink>
      <ButtonLink
        to={generatePath(pagePaths.viewExam, { id })}
        tone="quiet"
        size="row"
        aria-label={`View ${title}`}
      >
        View
      </ButtonLink>
      <DeleteTest test={test} />
    </>
  )
}
