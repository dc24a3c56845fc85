import { type Enquiry, listEnquiries, markEnquiry } from '#contract/enquiries.ts'
import { formatWhen } from '../../kit/format.ts'
import { Tick } from '../../kit/tick.tsx'
import { toast } from '../../kit/toast.tsx'
import { useTell } from '../../query.ts'

export function HandledTick({ enquiry }: { enquiry: Enquiry }) {
  const mark = useTell(markEnquiry, [listEnquiries])
  const handled = mark.isPending ? mark.variables.body.handled : enquiry.handledAt !== null
  const word = handled ? 'Handled' : 'Open'

  const handleChange = (to: boolean) =>
    mark.mutateAsync({ params: { id: enquiry._id }, body: { handled: to } }).then(
      () => toast(to ? 'Marked as handled' : 'Marked as open'),
      () => toast('Failed to update the enquiry', 'bad'),
    )

  return (
    <Tick
      checked={handled}
      aria-label={`${word}: ${enquiry.name}`}
      title={enquiry.handledAt ? `Handled ${formatWhen(enquiry.handledAt)}` : undefined}
      onChange={({ target }) => handleChange(target.checked)}
    >
      {word}
    </Tick>
  )
}
