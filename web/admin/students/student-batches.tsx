import { generatePath, Link } from 'react-router'
import { listBatches } from '#contract/batches.ts'
import { pagePaths } from '#contract/page-paths.ts'
import type { Student } from '#contract/students.ts'
import { useEndpointQuery } from '../../client/endpoint-query.ts'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import css from './student-batches.module.css'

/** The batches that a student is in, the one that began last first. */
export function StudentBatches({ student: { _id: studentId } }: { student: Student }) {
  const batches = useEndpointQuery(listBatches, { query: { studentId, sort: 'newest' } })
  return (
    <Card padded>
      <h2>Batches</h2>
      {batches.isError && (
        <Notice tone="danger" onRetry={batches.refetch}>
          The batches could not be loaded.
        </Notice>
      )}
      {batches.data?.length === 0 && <p className={css.none}>In no batch yet.</p>}
      <ul className={css.batches}>
        {batches.data?.map(({ _id: id, name, state }) => (
          <li key={id}>
            <Link to={generatePath(pagePaths.batch, { id })}>{name}</Link>
            {state === 'over' && ', over'}
          </li>
        ))}
      </ul>
    </Card>
  )
}
