import type { ReactNode } from 'react'
import { generatePath, Link, useParams } from 'react-router'
import { listExamWindows } from '#contract/exam-windows.ts'
import { type Exam, type ExamDetail, getExam } from '#contract/exams.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { listExamAttempts } from '#contract/results.ts'
import { useEndpointQuery } from '../../client/endpoint-query.ts'
import { IfCan } from '../../client/use-can.tsx'
import { EntityPage } from '../../layout/entity-page.tsx'
import { usePageTitle } from '../../layout/page-title.ts'
import { Card } from '../../ui/card.tsx'
import { formatDate } from '../../ui/format-time.ts'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useLiveLink } from '../lists/use-live-link.ts'
import css from './exam-page.module.css'

type ExamPageProps = {
  readonly title: string
  readonly children: (exam: ExamDetail) => ReactNode
}

const crumbs = [{ to: pagePaths.adminHome, name: 'Tests' }]

/** A page about the test of the address. */
export function ExamPage({ title, children }: ExamPageProps) {
  const { id = '' } = useParams()
  const query = useEndpointQuery(getExam, { params: { id } })
  usePageTitle(title, query.data?.title)
  return (
    <EntityPage
      title={title}
      crumbs={crumbs}
      query={query}
      skeleton={
        <Card padded className={css.waiting} aria-busy="true">
          {['30%', '100%', '60%', '100%', '100%', '100%'].map((width, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they never change places
            <Skeleton key={index} width={width} height="20px" />
          ))}
        </Card>
      }
      missing={<Notice tone="danger">Test not found</Notice>}
      failed="Failed to load test data."
    >
      {children}
    </EntityPage>
  )
}

type ExamHeadingProps = {
  readonly title: string
  readonly exam: Exam
  readonly actions: ReactNode
}

export function ExamHeading({ title, exam, actions }: ExamHeadingProps) {
  const hasLive = useLiveLink()
  return (
    <PageHeading
      title={title}
      crumbs={crumbs}
      lead={
        <span className={css.links}>
          <WindowsLink exam={exam} />
          {exam.attempts > 0 && <ScoresLink exam={exam} />}
          {hasLive(exam._id) && <LiveLink exam={exam} />}
        </span>
      }
      actions={actions}
    />
  )
}

/** A link from the questions of a test to its windows. */
function WindowsLink({ exam: { _id: id } }: { exam: Exam }) {
  return (
    <IfCan call={listExamWindows}>
      <Link to={generatePath(pagePaths.examWindows, { id })}>Who may take it, and when</Link>
    </IfCan>
  )
}

/** From a test to the students who took it. */
function ScoresLink({ exam: { _id: testId } }: { exam: Exam }) {
  return (
    <IfCan call={listExamAttempts}>
      <Link to={generatePath(pagePaths.examScores, { testId })}>Scores of this test</Link>
    </IfCan>
  )
}

/** From a test to the students who take it now. */
function LiveLink({ exam: { _id: testId } }: { exam: Exam }) {
  return <Link to={generatePath(pagePaths.live, { testId })}>Watch it live</Link>
}

/** The facts that the outline of an exam shows beside its questions, by label. */
export function getExamFacts(exam: Exam) {
  return {
    Questions: exam.numQuestions,
    Duration: `${exam.duration} mins`,
    Released: exam.released ? 'Yes' : 'No',
    Attempts: exam.attempts,
    Created: formatDate(exam.createdAt),
  }
}
