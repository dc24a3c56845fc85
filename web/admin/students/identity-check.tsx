import { getIdentity, type Identity, markIdentity } from '#contract/identity.ts'
import type { Student } from '#contract/students.ts'
import { retention } from '#core/students/retention.ts'
import { describeDuration } from '#core/students/retention-terms.ts'
import { useEndpointMutation } from '../../client/endpoint-query.ts'
import { useOptimisticValue } from '../../client/use-optimistic-value.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { formatDate, formatDateTime } from '../../ui/format-time.ts'
import { showToast } from '../../ui/toast.tsx'
import css from './identity-images.module.css'

type IdentityCheckProps = { readonly student: Student; readonly identity: Identity }

/** Says who checked the card and when; its pictures are kept for a fixed time from then. */
export function IdentityCheck({ student, identity }: IdentityCheckProps) {
  const mark = useEndpointMutation(markIdentity, [getIdentity])
  const [isChecked, showWhile] = useOptimisticValue(identity.checkedAt !== null)
  const hasPictures = identity.front !== 'none' || identity.back !== 'none'
  const label = !hasPictures && identity.isShownAtDesk ? 'Seen at the desk' : 'Checked'

  const handleChange = (checked: boolean) => {
    const saving = mark.mutateAsync({ params: { id: student._id }, body: { checked } }).then(
      () => showToast(checked ? `Marked as ${label.toLowerCase()}` : 'The mark is taken back'),
      () => showToast('Failed to save the mark', 'bad'),
    )
    return showWhile(checked, saving)
  }
  return (
    <div className={css.check}>
      <Checkbox checked={isChecked} onChange={({ target }) => handleChange(target.checked)}>
        {label}
      </Checkbox>
      {identity.isShownAtDesk && !identity.checkedAt && <p>Wants to show the card at the desk.</p>}
      {identity.checkedAt && (
        <p>
          {identity.checkedBy ? `By ${identity.checkedBy}, ` : ''}
          {formatDateTime(identity.checkedAt)}
        </p>
      )}
      {hasPictures && identity.erasedOn && (
        <p>
          The pictures will be erased on {formatDate(identity.erasedOn)}
          {identity.checkedAt ? '.' : `; once checked, after ${afterCheck}.`}
        </p>
      )}
      {!hasPictures && identity.erasedAt && (
        <p>The pictures were erased on {formatDate(identity.erasedAt)}.</p>
      )}
    </div>
  )
}

const afterCheck = describeDuration(retention['identity-pictures-checked'].keptMs)
