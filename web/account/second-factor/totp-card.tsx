import { IconCheck, IconDeviceMobile, IconLoader2 } from '@tabler/icons-react'
import { useState } from 'react'
import { encode } from 'uqr'
import type { ReplyOf } from '#contract/endpoint.ts'
import { beginTotp, turnOffTotp, turnOnTotp } from '#contract/second-factor.ts'
import { request } from '../../client/request.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CodeInput } from '../../ui/code-input.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { formatDate } from '../../ui/format-time.ts'
import layout from '../../ui/layout.module.css'
import { Notice } from '../../ui/notice.tsx'
import { CardHeader } from './card-header.tsx'
import { CopyButton } from './copy-button.tsx'
import css from './second-factor.module.css'

type TotpCardProps = {
  readonly since: string | null
  /** Called after each change, with the recovery codes if it created any. */
  readonly onChange: (recoveryCodes: readonly string[] | null) => unknown
}

export function TotpCard({ since, onChange }: TotpCardProps) {
  const [setUp, setSetUp] = useState<ReplyOf<typeof beginTotp> | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const [isConfirming, setConfirming] = useState(false)

  const begin = async () => {
    setBusy(true)
    setError('')
    try {
      setSetUp(await request(beginTotp))
    } catch (cause) {
      setError(cause instanceof Error ? cause.message : '')
    } finally {
      setBusy(false)
    }
  }
  const handleEnabled = async (recoveryCodes: readonly string[] | null) => {
    setSetUp(null)
    await onChange(recoveryCodes)
  }
  return (
    <section className={css.card}>
      <CardHeader
        icon={<IconDeviceMobile size={22} stroke={1.75} aria-hidden="true" />}
        title="Authenticator app"
        text="Any app that shows six digits: Google Authenticator, Aegis, 2FAS."
        badge={<TotpStatus since={since} isSettingUp={setUp !== null} />}
      />
      {setUp ? (
        <TotpSetUp
          totpKey={setUp.key}
          uri={setUp.uri}
          onDone={handleEnabled}
          onCancel={() => setSetUp(null)}
        />
      ) : (
        <div className={css.body}>
          {error && <Notice tone="danger">{error}</Notice>}
          {since === null ? (
            <Button tone="primary" busy={isBusy} onClick={begin}>
              Set up an app
            </Button>
          ) : (
            <>
              <p className={layout.hint}>On since {formatDate(since)}.</p>
              <Button onClick={() => setConfirming(true)}>Turn off</Button>
            </>
          )}
        </div>
      )}
      <ConfirmDialog
        opened={isConfirming}
        question="Turn the authenticator app off?"
        action="Turn off"
        onConfirm={async () => {
          await request(turnOffTotp)
          await onChange(null)
        }}
        onClose={() => setConfirming(false)}
      >
        Its codes stop working. Without a passkey your password alone opens your account, and your
        recovery codes go, too.
      </ConfirmDialog>
    </section>
  )
}

function TotpStatus({ since, isSettingUp }: { since: string | null; isSettingUp: boolean }) {
  if (isSettingUp) {
    return (
      <Badge tone="primary" icon={<IconLoader2 size={16} stroke={1.75} aria-hidden="true" />}>
        Setting up
      </Badge>
    )
  }
  return since === null ? (
    <Badge>Off</Badge>
  ) : (
    <Badge tone="ok" icon={<IconCheck size={16} stroke={2} aria-hidden="true" />}>
      On
    </Badge>
  )
}

type TotpSetUpProps = {
  readonly totpKey: string
  readonly uri: string
  readonly onDone: (recoveryCodes: readonly string[] | null) => unknown
  readonly onCancel: () => void
}

function TotpSetUp({ totpKey, uri, onDone, onCancel }: TotpSetUpProps) {
  const [code, setCode] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState('')

  const turnOn = async (digits: string) => {
    if (isBusy) return
    setBusy(true)
    setError('')
    try {
      const { recoveryCodes } = await request(turnOnTotp, { body: { code: digits } })
      await onDone(recoveryCodes)
    } catch (cause) {
      setError(cause instanceof Error ? cause.message : '')
    } finally {
      setBusy(false)
    }
  }
  const isReady = code.length === 6
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) turnOn(code)
      }}
    >
      <ol className={css.steps}>
        <li>
          <h3>Scan this with the app</h3>
          <div className={css.scan}>
            <QrCode text={uri} label="QR code for your authenticator app; the key is next to it" />
            <div>
              <p className={layout.hint}>No camera? Type this key into the app:</p>
              <p className={css.key}>{totpKey.match(/.{1,4}/g)?.join(' ')}</p>
              <CopyButton text={totpKey} failureMessage="It could not be copied. Type it by hand.">
                Copy key
              </CopyButton>
            </div>
          </div>
        </li>
        <li>
          <h3>Type the six digits the app shows</h3>
          <CodeInput
            label="Six digits of your authenticator app"
            value={code}
            onChange={setCode}
            onComplete={turnOn}
            invalid={error !== ''}
          />
          <p className={layout.hint}>
            They change every 30 s. If they are refused, check the clock of your phone.
          </p>
          {error && <Notice tone="danger">{error}</Notice>}
        </li>
      </ol>
      <div className={css.foot}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" tone="primary" busy={isBusy} disabled={!isReady}>
          Turn on
        </Button>
        {!isReady && <span className={layout.hint}>Enter all six digits to turn it on.</span>}
      </div>
    </form>
  )
}

/** Dark on light in both themes: some cameras cannot read an inverted code. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      className={css.qr}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="currentColor" />
    </svg>
  )
}
