import { IconChartBar, IconMail, IconPhone } from '@tabler/icons-react'
import { generatePath, useParams } from 'react-router'
import { listBatches } from '#contract/batches.ts'
import { getIdentity } from '#contract/identity.ts'
import { sendLoginDetails } from '#contract/login-details.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { courseLabels, labelOf } from '#contract/registration-labels.ts'
import { listStudentAttempts } from '#contract/results.ts'
import { getStudent, type Student } from '#contract/students.ts'
import { useEndpointQuery } from '../../client/endpoint-query.ts'
import { useCan } from '../../client/use-can.tsx'
import { EntityPage } from '../../layout/entity-page.tsx'
import { createTitleMeta, usePageTitle } from '../../layout/page-title.ts'
import { UnsavedForms } from '../../layout/unsaved-changes.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { ButtonAnchor, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatDate } from '../../ui/format-time.ts'
import layout from '../../ui/layout.module.css'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AllowancesForm } from './allowances-form.tsx'
import { Facts } from './facts.tsx'
import { FeesForm } from './fees-form.tsx'
import { IdentityImages } from './identity-images.tsx'
import { LoginDetailsPanel } from './login-details-panel.tsx'
import { StudentBatches } from './student-batches.tsx'
import css from './student-screen.module.css'

export const meta = createTitleMeta('Student')

const crumbs = [{ to: pagePaths.students, name: 'Students' }]

export default function StudentScreen() {
  const { id = '' } = useParams()
  const query = useEndpointQuery(getStudent, { params: { id } })
  usePageTitle('Student', query.data?.name)
  return (
    <EntityPage
      title="Student"
      crumbs={crumbs}
      query={query}
      skeleton={<StudentSkeleton />}
      missing={<EmptyState title="No student found" />}
      failed="The student could not be loaded."
    >
      {(student) => (
        <UnsavedForms
          key={student._id}
          consequence="What you typed about this student is not saved, and is lost."
        >
          <StudentDetail student={student} />
        </UnsavedForms>
      )}
    </EntityPage>
  )
}

function StudentDetail({ student }: { student: Student }) {
  const { name, email, phone, createdAt, course, otherCourse } = student
  const canEditFees = useCan('students.edit-private')
  const canSetExtraTime = useCan('students.set-extra-time')
  const canSeeIdentity = useCan(getIdentity)
  const hasSide = canEditFees || canSeeIdentity
  const canSendLogin = useCan(sendLoginDetails)
  const canSeeAttempts = useCan(listStudentAttempts)
  const canSeeBatches = useCan(listBatches)
  return (
    <>
      <PageHeading
        title={name}
        lead={`Registered ${formatDate(createdAt)} for ${otherCourse ?? labelOf(courseLabels, course)}`}
        crumbs={crumbs}
        picture={
          <span className={css.avatar}>
            <Avatar name={name} />
          </span>
        }
        actions={
          <>
            {canSeeAttempts && (
              <ButtonLink
                size="row"
                to={generatePath(pagePaths.score, { studentId: student._id })}
                icon={<IconChartBar aria-hidden="true" />}
              >
                Attempts
              </ButtonLink>
            )}
            <ButtonAnchor
              size="row"
              href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}
              icon={<IconMail aria-hidden="true" />}
            >
              Email
            </ButtonAnchor>
            {phone && (
              <ButtonAnchor
                size="row"
                href={`tel:${phone.replace(/[^+\d]/g, '')}`}
                icon={<IconPhone aria-hidden="true" />}
              >
                Call
              </ButtonAnchor>
            )}
          </>
        }
      />
      <div className={hasSide ? css.columns : undefined}>
        <div className={css.main}>
          <Facts student={student} />
          {canSeeBatches && <StudentBatches student={student} />}
          {canSetExtraTime && <AllowancesForm student={student} />}
          {canSendLogin && <LoginDetailsPanel student={student} />}
        </div>
        {hasSide && (
          <div className={css.side}>
            {canEditFees && <FeesForm student={student} />}
            {canSeeIdentity && <IdentityImages student={student} />}
          </div>
        )}
      </div>
    </>
  )
}

function StudentSkeleton() {
  return (
    <div className={css.columns} aria-busy="true">
      <Card padded className={layout.stack}>
        {['180px', '60%', '70%', '50%', '40%', '180px', '60%', '50%'].map((width, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they never change places
          <Skeleton key={index} width={width} height="18px" />
        ))}
      </Card>
      <Card padded className={layout.stack}>
        {['100px', '100%', '100%', '100%'].map((width, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they never change places
          <Skeleton key={index} width={width} height="30px" />
        ))}
      </Card>
    </div>
  )
}
