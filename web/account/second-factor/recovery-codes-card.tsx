import { IconDownload, IconKey, IconPrinter } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { regenerateRecoveryCodes } from '#contract/second-factor.ts'
import { site } from '#site'
import { request } from '../../client/request.ts'
import { useLeaveBlocker } from '../../layout/use-leave-blocker.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CardHeader } from './card-header.tsx'
import { CopyButton } from './copy-button.tsx'
import css from './second-factor.module.css'

type RecoveryCodesCardProps = {
  readonly left: number
  /** New codes, until the user confirms that they are stored. */
  readonly codes: readonly string[] | null
  readonly onCreate: (codes: readonly string[]) => unknown
  readonly onStored: () => void
}

export function RecoveryCodesCard({ left, codes, onCreate, onStored }: RecoveryCodesCardProps) {
  const [isConfirming, setConfirming] = useState(false)
  return (
    <section className={css.card}>
      <CardHeader
        icon={<IconPrinter size={22} stroke={1.75} aria-hidden="true" />}
        title="Recovery codes"
        text={
          codes
            ? 'Each works once, when phone and passkey are out of reach. Shown only now.'
            : 'Each works once, when phone and passkey are out of reach.'
        }
        badge={
          <Badge
            tone={left > 2 ? 'neutral' : 'warn'}
            icon={<IconKey size={16} stroke={1.75} aria-hidden="true" />}
          >
            {left} left
          </Badge>
        }
      />
      {codes ? (
        <FreshCodes codes={codes} onStored={onStored} />
      ) : (
        <div className={css.body}>
          <Button onClick={() => setConfirming(true)}>Make new codes</Button>
        </div>
      )}
      <ConfirmDialog
        opened={isConfirming}
        question="Make ten new recovery codes?"
        action="Make new codes"
        tone="primary"
        onConfirm={async () => onCreate((await request(regenerateRecoveryCodes)).recoveryCodes)}
        onClose={() => setConfirming(false)}
      >
        The old ones stop working at once.
      </ConfirmDialog>
    </section>
  )
}

function FreshCodes({ codes, onStored }: { codes: readonly string[]; onStored: () => void }) {
  const text = `Recovery codes for ${site.product}. Each works once.\n\n${codes.join('\n')}\n`
  const handleDownload = () => {
    const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
    const link = document.createElement('a')
    link.href = url
    link.download = 'recovery-codes.txt'
    link.click()
    setTimeout(() => URL.revokeObjectURL(url), 60_000)
  }
  return (
    <div className={css.body}>
      <ul className={css.codes} data-print>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={css.actions}>
        <Button size="row" icon={<IconPrinter aria-hidden="true" />} onClick={() => window.print()}>
          Print
        </Button>
        <Button size="row" icon={<IconDownload aria-hidden="true" />} onClick={handleDownload}>
          Download
        </Button>
        <CopyButton text={text} failureMessage="They could not be copied. Write them down.">
          Copy
        </CopyButton>
        <span className={css.stored}>
          <Checkbox checked={false} onChange={onStored}>
            I have stored them
          </Checkbox>
        </span>
      </div>
    </div>
  )
}

/** Recovery codes are shown only once: leaving before they are stored needs a confirmation. */
export function UnsavedCodesGuard({
  isEnabled,
  onLeave,
}: {
  isEnabled: boolean
  onLeave: () => void
}) {
  const blocker = useLeaveBlocker(isEnabled)
  useEffect(() => {
    if (!isEnabled) return
    const preventUnload = (event: Event) => event.preventDefault()
    window.addEventListener('beforeunload', preventUnload)
    return () => window.removeEventListener('beforeunload', preventUnload)
  }, [isEnabled])
  return (
    <ConfirmDialog
      opened={blocker.state === 'blocked'}
      question="Leave without storing the recovery codes?"
      cancel="Stay here"
      action="Leave"
      onConfirm={async () => {
        onLeave()
        blocker.proceed?.()
      }}
      onClose={() => blocker.state === 'blocked' && blocker.reset()}
    >
      They are not shown again. You can make new ones later.
    </ConfirmDialog>
  )
}
