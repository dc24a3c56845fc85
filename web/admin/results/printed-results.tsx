import { pluralize } from '#contract/format.ts'
import type { Attempt, AttemptsByExam } from '#contract/results.ts'
import { PrintedRows } from '../lists/printed-rows.tsx'
import { readWholeList } from '../lists/read-list.ts'
import { attempts, columns } from './exam-group.tsx'
import css from './results-screen.module.css'

type PrintedGroup = { readonly group: AttemptsByExam; readonly rows: readonly Attempt[] }

/** The attempts of each test, one test after the other. */
export async function readPrintedGroups(
  groups: readonly AttemptsByExam[],
  query: object,
  onRead: (count: number) => void,
): Promise<PrintedGroup[]> {
  const printed: PrintedGroup[] = []
  let count = 0
  for (const group of groups) {
    const request = { params: { testId: group.testId }, query }
    const rows = await readWholeList(attempts, request, (read) => onRead(count + read))
    count += rows.length
    printed.push({ group, rows })
  }
  return printed
}

/** For paper: every test that was found, with all its attempts. */
export function PrintedResults({ groups }: { readonly groups: readonly PrintedGroup[] }) {
  return (
    <div className={css.printed}>
      {groups.map(({ group, rows }) => (
        <section key={group.testId}>
          <h2>
            {group.testTitle}, {pluralize(rows.length, 'attempt')}
          </h2>
          <PrintedRows
            description={attempts}
            caption={`Attempts at ${group.testTitle}`}
            columns={columns}
            rows={rows}
          />
        </section>
      ))}
    </div>
  )
}
