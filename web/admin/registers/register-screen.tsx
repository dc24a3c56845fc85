import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useParams } from 'react-router'
import { formatCount, pluralize } from '#contract/format.ts'
import {
  excuseStudents,
  exportRegister,
  getRegister,
  type Register,
  type RegisteredStudent,
  revertExcuses,
} from '#contract/registers.ts'
import { canExcuse } from '#core/registers/register.ts'
import { endpointQuery, useEndpointMutation } from '../../client/endpoint-query.ts'
import { useCan } from '../../client/use-can.tsx'
import { EntityPage } from '../../layout/entity-page.tsx'
import { createTitleMeta, usePageTitle } from '../../layout/page-title.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Spoken } from '../../ui/status.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useRowSelection } from '../../ui/use-row-selection.ts'
import { ExportFiles } from '../lists/list-actions.tsx'
import { useHeldArrangement } from '../lists/use-held-arrangement.ts'
import { ExcuseBar } from './excuse-bar.tsx'
import { MakeUpDialog } from './make-up-dialog.tsx'
import { PrintedRegister } from './printed-register.tsx'
import { RegisterChips } from './register-chips.tsx'
import { crumbs, describeEmpty, listGroupNotes, RegisterLead } from './register-head.tsx'
import css from './register-screen.module.css'
import { RegisterTable } from './register-table.tsx'
import { RegisterTools } from './register-tools.tsx'
import { arrangeStudents, listShownStates, type RegisterFilter } from './register-view.ts'
import { useRegisterView } from './use-register-view.ts'
import { useSpokenAbsences } from './use-spoken-absences.ts'

export const meta = createTitleMeta('Register')

const pollMs = 15_000

export default function RegisterScreen() {
  const { id = '' } = useParams()
  const query = useQuery({
    ...endpointQuery(getRegister, { params: { id } }),
    refetchInterval: pollMs,
  })
  usePageTitle('Register', query.data?.window.testTitle)
  return (
    <EntityPage
      title="Register"
      crumbs={crumbs}
      query={query}
      skeleton={
        <Card padded aria-busy="true">
          <Skeleton width="100%" height="320px" />
        </Card>
      }
      missing={<EmptyState title="No window found" />}
      failed="The register could not be loaded."
    >
      {(register) => <RegisterPage key={id} register={register} isStale={query.error !== null} />}
    </EntityPage>
  )
}

type RegisterPageProps = { readonly register: Register; readonly isStale: boolean }

function RegisterPage({ register, isStale }: RegisterPageProps) {
  const { window, counts, deleted, students } = register
  const now = Date.parse(register.serverTime)
  const view = useRegisterView()
  const { filter, search, isByName } = view
  const selection = useRowSelection()
  const [makeUp, setMakeUp] = useState<readonly RegisteredStudent[] | null>(null)
  const canDecide = useCan(excuseStudents)
  const withdrawExcuse = useEndpointMutation(revertExcuses, [getRegister])
  const byId = useMemo(() => new Map(students.map((one) => [one._id, one])), [students])
  const sorted = useMemo(
    () => arrangeStudents(students, { filter, search, isByName }),
    [students, filter, search, isByName],
  )
  const held = useHeldArrangement(sorted, view.key, makeUp !== null)
  const spoken = useSpokenAbsences(register, filter)
  const canSelect = ({ state }: RegisteredStudent) => canDecide && canExcuse(state)
  const chosen = [...selection.selected].flatMap((id) => {
    const student = byId.get(id)
    return student && canSelect(student) ? [student] : []
  })
  const hasSeats = window.rooms !== undefined
  const hasRollNumbers = students.some(({ rollNumber }) => rollNumber !== undefined)
  const canComeLater = window.phase === 'coming' || window.phase === 'open'
  const ofFilter = students.filter(({ state }) => filter === 'all' || state === filter)

  const handleRevert = async (student: RegisteredStudent) => {
    const done = await withdrawExcuse.mutateAsync({
      params: { id: window._id },
      body: { studentIds: [student._id] },
    })
    showToast(done.message)
  }

  return (
    <>
      <div className={css.screen}>
        <RegisterHeading register={register} filter={filter} isStale={isStale} />
        <RegisterChips
          counts={counts}
          states={listShownStates(counts, canComeLater)}
          filter={filter}
          onFilter={view.setFilter}
        />
        <Card>
          <RegisterTools
            view={view}
            hasSeats={hasSeats}
            hasRollNumbers={hasRollNumbers}
            held={held}
          />
          {held.shown.length === 0 ? (
            <EmptyState title={describeEmpty(register, { filter, search })} />
          ) : (
            <RegisterTable
              tableRef={held.tableRef}
              shown={held.shown}
              students={byId}
              canSelect={canSelect}
              now={now}
              isStale={isStale}
              hasRollNumbers={hasRollNumbers}
              hasSeats={hasSeats}
              selected={selection.selected}
              isFiltered={filter !== 'all' || search !== ''}
              notes={listGroupNotes(register)}
              onToggle={selection.toggle}
              onToggleAll={selection.toggleAll}
              onRevert={canDecide ? handleRevert : null}
            />
          )}
          {deleted > 0 && <p className={css.deleted}>{formatCount(deleted)} deleted since</p>}
          <ExcuseBar
            windowId={window._id}
            chosen={chosen}
            onClear={selection.clear}
            onMakeUp={setMakeUp}
          />
        </Card>
        <Spoken>
          {spoken || (search && `${pluralize(countRows(held.shown), 'student')} found`)}
        </Spoken>
        <MakeUpDialog
          window={window}
          students={makeUp}
          onDone={() => {
            setMakeUp(null)
            selection.clear()
          }}
          onClose={() => setMakeUp(null)}
        />
      </div>
      <PrintedRegister register={register} students={ofFilter} filter={filter} />
    </>
  )
}

type RegisterHeadingProps = RegisterPageProps & { readonly filter: RegisterFilter }

/** The test and its window, with what prints and exports the list. */
function RegisterHeading({ register, filter, isStale }: RegisterHeadingProps) {
  return (
    <PageHeading
      title={register.window.testTitle}
      crumbs={crumbs}
      lead={<RegisterLead register={register} isStale={isStale} />}
      actions={
        <>
          <Button
            icon={<IconPrinter aria-hidden="true" />}
            size="row"
            onClick={() => globalThis.print()}
          >
            Print
          </Button>
          <ExportFiles
            endpoint={exportRegister}
            params={{ id: register.window._id }}
            query={filter === 'all' ? {} : { state: filter }}
            things="students"
          />
        </>
      }
    />
  )
}

function countRows(shown: readonly { readonly ids: readonly string[] }[]): number {
  return shown.reduce((sum, { ids }) => sum + ids.length, 0)
}
