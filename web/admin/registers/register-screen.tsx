import { IconHandStop, IconPrinter, IconSearch } from '@tabler/icons-react'
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
import { SelectField, TextField } from '../../ui/form/text-field.tsx'
import layout from '../../ui/layout.module.css'
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
import { arrangeStudents, listShownStates } from './register-view.ts'
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
  const params = { id: window._id }
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
  const searched = hasSeats ? 'Name, roll number, seat or phone' : 'Name, roll number or phone'
  const hasRollNumbers = students.some(({ rollNumber }) => rollNumber !== undefined)
  const canComeLater = window.phase === 'coming' || window.phase === 'open'
  const ofFilter = students.filter(({ state }) => filter === 'all' || state === filter)

  const handleRevert = async (student: RegisteredStudent) => {
    const done = await withdrawExcuse.mutateAsync({ params, body: { studentIds: [student._id] } })
    showToast(done.message)
  }

  return (
    <>
      <div className={css.screen}>
        <PageHeading
          title={window.testTitle}
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
                params={params}
                query={filter === 'all' ? {} : { state: filter }}
                things="students"
              />
            </>
          }
        />
        <RegisterChips
          counts={counts}
          states={listShownStates(counts, canComeLater)}
          filter={filter}
          onFilter={view.setFilter}
        />
        <Card>
          <div className={layout.tools}>
            <div className={css.search}>
              <TextField
                type="search"
                label={searched}
                hideLabel
                placeholder={searched}
                autoComplete="off"
                icon={<IconSearch size={18} stroke={1.75} aria-hidden="true" />}
                value={search}
                onChange={({ target }) => view.setSearch(target.value)}
              />
            </div>
            <div className={css.sort}>
              <SelectField
                label="Sort by"
                hideLabel
                value={isByName ? 'name' : 'roll'}
                options={[
                  { value: 'roll', name: hasRollNumbers ? 'By roll number' : 'As numbered' },
                  { value: 'name', name: 'By name' },
                ]}
                onChange={({ target }) => view.setByName(target.value === 'name')}
              />
            </div>
            {held.moves > 0 && (
              <p className={css.held}>
                <IconHandStop size={18} stroke={1.75} aria-hidden="true" />
                Order held. {formatCount(held.moves)} would move.
                <Button size="row" tone="quiet" onClick={held.sortNow}>
                  Sort now
                </Button>
              </p>
            )}
          </div>
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

function countRows(shown: readonly { readonly ids: readonly string[] }[]): number {
  return shown.reduce((sum, { ids }) => sum + ids.length, 0)
}
