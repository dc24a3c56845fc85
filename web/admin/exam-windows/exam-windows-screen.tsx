import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { generatePath, Link, useParams, useSearchParams } from 'react-router'
import {
  addExamWindow,
  type ExamWindow,
  listExamWindows,
  listWindowStudents,
} from '#contract/exam-windows.ts'
import { type ExamDetail, getExam } from '#contract/exams.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { endpointQuery, useEndpointQuery } from '../../client/endpoint-query.ts'
import { useCan } from '../../client/use-can.tsx'
import { EntityPage } from '../../layout/entity-page.tsx'
import { createTitleMeta, usePageTitle } from '../../layout/page-title.ts'
import { UnsavedForms } from '../../layout/unsaved-changes.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { RadioCards } from '../../ui/form/radio-cards.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { nameAudience } from '../lists/describe-open-window.ts'
import css from './exam-windows-screen.module.css'
import { ReleaseNotice } from './release-notice.tsx'
import { OpenToEveryone, RemoveWindowDialog } from './remove-window-dialog.tsx'
import { WindowEmailsSwitch } from './window-emails-switch.tsx'
import { WindowForm } from './window-form.tsx'
import { WindowRow } from './window-row.tsx'
import { WindowsAside } from './windows-aside.tsx'

export const meta = createTitleMeta('Who may take it, and when')

const testsCrumb = { to: pagePaths.adminHome, name: 'Tests' }

/** The page that says who may take a test, and when. */
export default function ExamWindowsScreen() {
  const { id = '' } = useParams()
  const exam = useEndpointQuery(getExam, { params: { id } })
  const windows = useEndpointQuery(listExamWindows, { query: { testId: id } })
  usePageTitle('Who may take it, and when', exam.data?.title)
  return (
    <EntityPage
      title="Who may take it, and when"
      crumbs={[testsCrumb]}
      query={{
        data: exam.data && windows.data && { exam: exam.data, windows: windows.data },
        error: exam.error ?? windows.error,
        refetch: () => [exam.refetch(), windows.refetch()],
      }}
      skeleton={
        <Card padded aria-busy="true">
          <Skeleton width="60%" height="20px" />
        </Card>
      }
      missing={<Notice tone="danger">Test not found</Notice>}
      failed="The windows of this test could not be loaded."
    >
      {(loaded) => (
        <UnsavedForms
          key={id}
          consequence="The window is not saved, and what you typed about it is lost."
        >
          <ExamWindows {...loaded} />
        </UnsavedForms>
      )}
    </EntityPage>
  )
}

const choices = [
  {
    value: 'everyone',
    name: 'Everyone, from now',
    badge: 'Default',
    meaning: 'Open to all students as soon as the test is released, until you take it back.',
  },
  {
    value: 'windows',
    name: 'In exam windows',
    meaning: 'Only those you name, between the times you set.',
  },
] as const

type ExamWindowsProps = {
  readonly exam: ExamDetail
  readonly windows: readonly ExamWindow[]
}

/** The part that is open below the list: a form for a new window or one of them, or a question. */
type Open =
  | { readonly as: 'new' | 'to-everyone' }
  | { readonly as: 'edit' | 'remove'; readonly id: string }

function ExamWindows({ exam, windows }: ExamWindowsProps) {
  const canEdit = useCan(addExamWindow)
  const [params] = useSearchParams()
  const batchId = params.get('batch') ?? undefined
  const [open, setOpen] = useState<Open | null>(canEdit && batchId ? { as: 'new' } : null)
  const close = () => setOpen(null)
  // The form had the focus; Tab goes on from the page, not from the top of the browser.
  const closeForm = () => {
    close()
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  const target = windows.find(({ _id }) => open && 'id' in open && open.id === _id)
  // Another form in its place would lose what was typed.
  const isFormOpen = open?.as === 'new' || (open?.as === 'edit' && target !== undefined)
  const hasWindows = windows.length > 0 || open?.as === 'new'
  const updatePath = generatePath(pagePaths.updateExam, { id: exam._id })
  return (
    <>
      <PageHeading
        title="Who may take it, and when"
        crumbs={[testsCrumb, { to: updatePath, name: exam.title }]}
        lead={exam.title}
        actions={<ButtonLink to={updatePath}>Questions and rules</ButtonLink>}
      />
      <div className={css.columns}>
        <div className={css.main}>
          <Card padded>
            <fieldset className={css.choice} disabled={!canEdit}>
              <legend className="visually-hidden">Who may take it, and when</legend>
              <RadioCards
                name="who"
                options={choices}
                value={hasWindows ? 'windows' : 'everyone'}
                onChange={(choice) => {
                  if (choice === 'windows') setOpen({ as: 'new' })
                  else if (windows.length > 0) setOpen({ as: 'to-everyone' })
                  else close()
                }}
                inRow
              />
            </fieldset>
            {windows.length > 0 && (
              <ul className={css.windows}>
                {windows.map((window) => (
                  <WindowRow
                    key={window._id}
                    window={window}
                    name={<AudienceLink window={window} />}
                    actions={
                      canEdit && (
                        <span className={css.actions}>
                          <Button
                            size="row"
                            disabled={isFormOpen}
                            onClick={() => setOpen({ as: 'edit', id: window._id })}
                          >
                            Edit
                            <span className="visually-hidden">
                              {' '}
                              the window of {nameAudience(window)}
                            </span>
                          </Button>
                          <IconButton
                            disabled={isFormOpen}
                            name={`Remove the window of ${nameAudience(window)}`}
                            onClick={() => setOpen({ as: 'remove', id: window._id })}
                          >
                            <IconTrash aria-hidden="true" />
                          </IconButton>
                        </span>
                      )
                    }
                  />
                ))}
              </ul>
            )}
            {open?.as === 'new' && (
              <WindowForm
                exam={exam}
                isFirst={windows.length === 0}
                {...(batchId && { initialBatchId: batchId })}
                onClose={closeForm}
              />
            )}
            {open?.as === 'edit' && target && (
              <EditedWindow key={target._id} exam={exam} window={target} onClose={closeForm} />
            )}
            {canEdit && windows.length > 0 && !isFormOpen && (
              <Button onClick={() => setOpen({ as: 'new' })}>Add window</Button>
            )}
          </Card>
          {windows.length > 0 && !exam.released && canEdit && <ReleaseNotice exam={exam} />}
          {windows.length > 0 && <WindowEmailsSwitch />}
        </div>
        <WindowsAside exam={exam} windows={windows} isFormOpen={isFormOpen} />
      </div>
      {open?.as === 'remove' && target && (
        <RemoveWindowDialog
          exam={exam}
          window={target}
          isLast={windows.length === 1}
          onClose={close}
        />
      )}
      {open?.as === 'to-everyone' && (
        <OpenToEveryone exam={exam} count={windows.length} onClose={close} />
      )}
    </>
  )
}

function AudienceLink({ window }: { window: ExamWindow }): ReactNode {
  const { batchId } = window.audience
  if (!batchId) return nameAudience(window)
  return <Link to={generatePath(pagePaths.batch, { id: batchId })}>{nameAudience(window)}</Link>
}

type EditedWindowProps = {
  readonly exam: ExamDetail
  readonly window: ExamWindow
  readonly onClose: () => void
}

/** The form opens once it knows the students named by the window. */
function EditedWindow({ exam, window, onClose }: EditedWindowProps) {
  const isNamed = window.audience.kind === 'students'
  const students = useQuery({
    ...endpointQuery(listWindowStudents, { params: { id: window._id } }),
    enabled: isNamed,
    staleTime: 0,
    gcTime: 0,
  })
  if (students.isError) {
    return (
      <Notice tone="danger" onRetry={students.refetch}>
        The students of this window could not be loaded.
      </Notice>
    )
  }
  if (isNamed && !students.data) return <Skeleton width="100%" height="200px" />
  const named = students.data && { named: students.data }
  return <WindowForm exam={exam} window={window} {...named} onClose={onClose} />
}
