import { pluralize } from '#contract/format.ts'
import { listItemAnalyses } from '#contract/grading.ts'
import { minAttemptsToAnalyse, minAttemptsToTrust } from '#core/grading/item-analysis.ts'
import { useEndpointQuery } from '../../../client/endpoint-query.ts'
import { Card } from '../../../ui/card.tsx'
import layout from '../../../ui/layout.module.css'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { FiguresNote } from '../figures-note.tsx'
import { ItemCard } from './item-card.tsx'
import { ItemFigures } from './item-figures.tsx'
import css from './item-list.module.css'

/** How each question of a test did, with all students or with those of one batch. */
export function ItemList({ examId, batch }: { examId: string; batch: string }) {
  const { data, isPending, isError, refetch } = useEndpointQuery(listItemAnalyses, {
    params: { testId: examId },
    query: batch ? { batch } : {},
  })
  return (
    <section aria-label="Questions" className={css.list}>
      {isError && (
        <Notice tone="danger" onRetry={refetch}>
          The questions could not be loaded.
        </Notice>
      )}
      {isPending && (
        <Card padded aria-busy="true">
          <Skeleton width="60%" height="24px" />
          <Skeleton height="180px" />
        </Card>
      )}
      {data && <SampleNote attempts={data.attempts} />}
      <FiguresNote counting={data?.counting} />
      {data && data.items.length > 0 && (
        <>
          <ItemFigures examId={examId} batch={batch} items={data.items} />
          <h2 className={css.heading}>One by one</h2>
        </>
      )}
      {data?.items.map((item) => (
        <ItemCard key={`${item.revisionId} ${item.questionId}`} examId={examId} item={item} />
      ))}
    </section>
  )
}

function SampleNote({ attempts }: { attempts: number }) {
  if (attempts >= minAttemptsToTrust) {
    return (
      <p className={layout.hint}>
        From {pluralize(attempts, 'finished attempt')}. A good question is answered correctly by
        strong students more often than by weak ones.
      </p>
    )
  }
  return (
    <Notice>
      {attempts < minAttemptsToAnalyse
        ? `Only ${pluralize(attempts, 'finished attempt')} so far: too few to judge a question by. From ${minAttemptsToAnalyse} on we say how well each one tells strong students from weak ones.`
        : `Only ${pluralize(attempts, 'finished attempt')} so far: take the figures as a hint. A few answers more may change them.`}
    </Notice>
  )
}
