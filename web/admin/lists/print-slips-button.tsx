import { IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import { printSlips } from '#contract/login-details.ts'
import { useEndpointMutation } from '../../client/endpoint-query.ts'
import { useCan } from '../../client/use-can.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

export type PrintedSlips = ReplyOf<typeof printSlips>

type PrintSlipsButtonProps = {
  readonly of: BodyOf<typeof printSlips>['of']
  /** "5 students", "Morning B12" */
  readonly whom: string
  readonly label: string
  readonly onPrinted: (printed: PrintedSlips) => void
}

/** New one-time passwords for a batch or for some students, on slips. */
export function PrintSlipsButton({ of, whom, label, onPrinted }: PrintSlipsButtonProps) {
  const print = useEndpointMutation(printSlips)
  const canPrint = useCan(printSlips)
  const [isAsking, setAsking] = useState(false)
  const [onlyWaiting, setOnlyWaiting] = useState(true)
  if (!canPrint) return null
  return (
    <>
      <Button size="row" icon={<IconPrinter aria-hidden="true" />} onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        question={`Print password slips for ${whom}?`}
        action="Make the slips"
        tone="primary"
        onConfirm={async () => onPrinted(await print.mutateAsync({ body: { of, onlyWaiting } }))}
        onClose={() => setAsking(false)}
      >
        <p>
          Each gets a new one-time password, which works for 14 days. The one they have works until
          the new one is used; it is not sent by mail.
        </p>
        <Checkbox checked={onlyWaiting} onChange={({ target }) => setOnlyWaiting(target.checked)}>
          Only those who have not chosen a password yet
        </Checkbox>
      </ConfirmDialog>
    </>
  )
}
