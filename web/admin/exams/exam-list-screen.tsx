import { IconChartBar, IconPlus, IconUsers } from '@tabler/icons-react'
import { generatePath, Link } from 'react-router'
import { listThrottledNetworks } from '#contract/accounts.ts'
import { getMailStatus } from '#contract/email-log.ts'
import type { Exam } from '#contract/exams.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { listAttemptsByExam, listExamAttempts } from '#contract/results.ts'
import { getStorage } from '#contract/storage.ts'
import { listStudents } from '#contract/students.ts'
import { SecondFactorNotice } from '../../account/second-factor/second-factor-notice.tsx'
import { IfCan } from '../../client/use-can.tsx'
import { createTitleMeta } from '../../layout/page-title.ts'
import { ButtonLink } from '../../ui/button.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { ClockNotice } from '../clock-notice.tsx'
import { ListCard } from '../lists/list-card.tsx'
import { defineList, type ListState } from '../lists/list-description.ts'
import { arrangeByTitle, examListing, listStaffExams, useExams } from '../lists/use-exams.ts'
import { useLocalList } from '../lists/use-list.ts'
import { useLiveLink } from '../lists/use-live-link.ts'
import { ThrottledLogins } from '../login-throttling/throttled-logins.tsx'
import { DeletedExamList } from './deleted-exam-list.tsx'
import { DeleteExam, ReleasedCheckbox } from './exam-cells.tsx'
import css from './exam-list-screen.module.css'
import { SampleTextsNotice } from './sample-texts-notice.tsx'
import { MailNotice, StorageNotice } from './server-notices.tsx'

export const meta = createTitleMeta('Tests')

const allExams = defineList({
  endpoint: listStaffExams,
  rowKey: ({ _id }) => _id,
  ...examListing,
  caption: 'Tests',
  empty: {
    title: 'No tests found.',
    help: 'Create a test, then release it to let students start.',
  },
  failed: 'Failed to fetch tests',
  skeletonRows: 5,
})

export default function ExamListScreen() {
  const exams = useExams()
  const list = useLocalList(allExams, { query: exams, arrange })
  return (
    <div className={css.page}>
      <PageHeading
        title="Tests"
        actions={
          <>
            <IfCan call={listStudents}>
              <ButtonLink to={pagePaths.students} icon={<IconUsers aria-hidden="true" />}>
                View Student Details
              </ButtonLink>
            </IfCan>
            <IfCan call={listAttemptsByExam}>
              <ButtonLink to={pagePaths.scoreList} icon={<IconChartBar aria-hidden="true" />}>
                View Student Results
              </ButtonLink>
            </IfCan>
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
      <ClockNotice />
      <IfCan call={getMailStatus}>
        <MailNotice />
      </IfCan>
      <SecondFactorNotice />
      <IfCan call={getStorage}>
        <StorageNotice />
      </IfCan>
      <IfCan call={listThrottledNetworks}>
        <ThrottledLogins isAnyReleased={exams.data?.some(({ released }) => released) ?? false} />
      </IfCan>
      <ListCard list={list} columns={columns} />
      <DeletedExamList />
      <IfCan call={getStorage}>
        <SampleTextsNotice />
      </IfCan>
    </div>
  )
}

function arrange(exams: readonly Exam[], state: ListState) {
  return arrangeByTitle(exams, state, ({ title }) => title)
}

const columns: readonly Column<Exam>[] = [
  {
    key: 'title',
    head: 'Title',
    as: 'title',
    sorts: { ascending: 'name-asc', descending: 'name-desc' },
    cell: (exam) => <Title exam={exam} />,
  },
  { key: 'questions', head: 'Questions', align: 'right', cell: ({ numQuestions }) => numQuestions },
  { key: 'duration', head: 'Duration (mins)', align: 'right', cell: ({ duration }) => duration },
  { key: 'released', head: 'Released', cell: (exam) => <ReleasedCheckbox exam={exam} /> },
  { key: 'actions', head: 'Actions', as: 'actions', cell: (exam) => <Actions exam={exam} /> },
]

/** Below it the ways to the scores, and to those who take it now. */
function Title({ exam: { _id: testId, title, attempts } }: { exam: Exam }) {
  const isLive = useLiveLink()(testId)
  return (
    <>
      {title}
      {(attempts > 0 || isLive) && (
        <small>
          <span className={css.doors}>
            {attempts > 0 && (
              <IfCan call={listExamAttempts}>
                <Link
                  to={generatePath(pagePaths.examScores, { testId })}
                  aria-label={`Scores of ${title}`}
                >
                  Scores
                </Link>
              </IfCan>
            )}
            {isLive && (
              <Link
                to={generatePath(pagePaths.live, { testId })}
                aria-label={`Watch it live: ${title}`}
              >
                Watch it live
              </Link>
            )}
          </span>
        </small>
      )}
    </>
  )
}

function Actions({ exam: { _id: id, title }, exam }: { exam: Exam }) {
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
      <DeleteExam exam={exam} />
    </>
  )
}
