import { IconCheck } from '@tabler/icons-react'
import { Link, Navigate, Outlet, useLocation } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { createTitleMeta } from '../../../layout/page-title.ts'
import { UnsavedChangesGuard } from '../../../layout/unsaved-changes.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import css from './import.module.css'
import { ImportContext, useImportState } from './use-import.ts'

export const meta = createTitleMeta('Add many students')

const steps = [
  { path: pagePaths.importStudents, name: 'Paste or drop' },
  { path: pagePaths.importColumns, name: 'Columns' },
  { path: pagePaths.importCheck, name: 'Check' },
  { path: pagePaths.importConfirm, name: 'Confirm' },
] as const

/** The four steps, a page each; what they share stays while one goes back and forth. */
export default function ImportLayout() {
  const model = useImportState()
  const { pathname } = useLocation()
  const { state, table, isStored } = model
  const isDonePage = pathname === pagePaths.importDone
  const current = isDonePage ? steps.length : steps.findIndex(({ path }) => path === pathname)
  const missingStep = findMissingStep(current, model)
  if (missingStep) return <Navigate to={missingStep} replace />
  const hasRows = state !== null && table.body.length > 0
  return (
    <ImportContext value={model}>
      <div className={css.page}>
        <div className={css.top}>
          <PageHeading
            title="Add many students"
            crumbs={[{ to: pagePaths.students, name: 'Students' }]}
            lead={
              isDonePage
                ? undefined
                : isStored
                  ? 'Nothing is stored until you confirm. What you fix here stays fixed if you come back within the hour.'
                  : 'Nothing is stored until you confirm. This browser has no room to keep what you fix: do not reload the page.'
            }
          />
          <ol className={css.steps} aria-label="Steps">
            {steps.map(({ path, name }, at) => (
              <Step
                key={path}
                path={path}
                name={name}
                number={at + 1}
                state={at < current ? 'done' : at === current ? 'now' : 'coming'}
                isLink={!isDonePage}
              />
            ))}
          </ol>
        </div>
        <Outlet />
      </div>
      <UnsavedChangesGuard
        hasUnsavedChanges={(hasRows && !state.isDone) || (isDonePage && hasSlips(model))}
        isStoredAsDraft={isStored}
        within={pagePaths.importStudents}
        question={isDonePage ? 'Leave the slips?' : 'Leave the import?'}
      >
        {isDonePage
          ? 'The passwords are shown once. Without a printed slip a student asks for another one with “Forgot password?”.'
          : 'Nobody has been added yet. What you fixed is kept in this tab for an hour.'}
      </UnsavedChangesGuard>
    </ImportContext>
  )
}

type Model = ReturnType<typeof useImportState>

function hasSlips({ reply }: Model): boolean {
  return (reply?.slips.length ?? 0) > 0
}

/** The step that has to come first; a page that is opened by its address alone has no table. */
function findMissingStep(current: number, { state, table, reply }: Model): string | null {
  if (current > 0 && !state) return pagePaths.importStudents
  if (current > 1 && table.problems.length > 0) return pagePaths.importColumns
  return current === steps.length && !reply ? pagePaths.importConfirm : null
}

type StepProps = {
  readonly path: string
  readonly name: string
  readonly number: number
  readonly state: 'done' | 'now' | 'coming'
  readonly isLink: boolean
}

function Step({ path, name, number, state, isLink }: StepProps) {
  return (
    <li data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
      <span className={css.number}>
        {state === 'done' ? <IconCheck size={16} stroke={2.25} aria-hidden="true" /> : number}
        {state !== 'done' && <span className="visually-hidden">. </span>}
      </span>
      {state === 'done' && isLink ? <Link to={path}>{name}</Link> : name}
      {state === 'done' && <span className="visually-hidden">, done</span>}
    </li>
  )
}
