import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import detail from './student-screen.module.css'
import css from './student-skeleton.module.css'

export function StudentSkeleton() {
  return (
    <div className={detail.columns} aria-busy="true">
      <Card padded className={css.lines}>
        {['180px', '60%', '70%', '50%', '40%', '180px', '60%', '50%'].map((width, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they never change places
          <Skeleton key={index} width={width} height="18px" />
        ))}
      </Card>
      <Card padded className={css.lines}>
        {['100px', '100%', '100%', '100%'].map((width, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they never change places
          <Skeleton key={index} width={width} height="30px" />
        ))}
      </Card>
    </div>
  )
}
