import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import css from './results-skeleton.module.css'

export function ResultsSkeleton() {
  return (
    <div className={css.waiting} aria-busy="true">
      <Card padded>
        <Skeleton width="60%" height="50px" />
      </Card>
      <Card padded>
        <Skeleton width="180px" height="20px" />
        <Skeleton height="230px" />
      </Card>
      <Card padded>
        <Skeleton height="300px" />
      </Card>
    </div>
  )
}
