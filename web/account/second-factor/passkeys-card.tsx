import { IconFingerprint, IconKey, IconPlus, IconTrash } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { addPasskey, beginPasskey, type Passkey, removePasskey } from '#contract/second-factor.ts'
import { parseUserAgent } from '#core/accounts/user-agent.ts'
import { request } from '../../client/request.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { formatDate } from '../../ui/format-time.ts'
import layout from '../../ui/layout.module.css'
import { Notice } from '../../ui/notice.tsx'
import { createPasskey, describePasskeyError } from '../passkey.ts'
import { CardHeader } from './card-header.tsx'
import css from './second-factor.module.css'

type PasskeysCardProps = {
  readonly passkeys: readonly Passkey[]
  /** Passkeys need https and a fixed address of the site. */
  readonly isPossible: boolean
  readonly onChange: (recoveryCodes: readonly string[] | null) => unknown
}

export function PasskeysCard({ passkeys, isPossible, onChange }: PasskeysCardProps) {
  const [isAdding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<Passkey | null>(null)
  return (
    <section className={css.card}>
      <CardHeader
        icon={<IconFingerprint size={22} stroke={1.75} aria-hidden="true" />}
        title="Passkeys"
        text="Finger, face or PIN of your device. Nothing to type, nothing to phish."
      />
      <ul className={css.passkeys}>
        {passkeys.map((passkey) => (
          <li key={passkey._id}>
            <IconKey size={20} stroke={1.75} aria-hidden="true" />
            <div>
              <b>{passkey.name}</b>
              <p className={layout.hint}>
                Added {formatDate(passkey.createdAt)},{' '}
                {passkey.usedAt ? `used ${formatDate(passkey.usedAt)}` : 'not used yet'}
              </p>
            </div>
            <button
              type="button"
              aria-label={`Remove ${passkey.name}`}
              onClick={() => setRemoving(passkey)}
            >
              <IconTrash size={18} stroke={1.75} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      <div className={css.body}>
        {isPossible ? (
          <Button
            wide
            icon={<IconPlus size={18} stroke={2} aria-hidden="true" />}
            onClick={() => setAdding(true)}
          >
            Add a passkey
          </Button>
        ) : (
          <p className={layout.hint}>
            Passkeys belong to one address. They can be added once the site has one of its own with
            https, and PUBLIC_URL says which.
          </p>
        )}
      </div>
      {isAdding && (
        <AddPasskey
          onClose={() => setAdding(false)}
          onDone={async (recoveryCodes) => {
            setAdding(false)
            await onChange(recoveryCodes)
          }}
        />
      )}
      <ConfirmDialog
        opened={removing !== null}
        question={`Remove ${removing?.name ?? 'this passkey'}?`}
        action="Remove passkey"
        onConfirm={async () => {
          if (removing) await request(removePasskey, { params: { id: removing._id } })
          await onChange(null)
        }}
        onClose={() => setRemoving(null)}
      >
        It no longer opens your account. Remove it from the device, too: it stays in the list.
      </ConfirmDialog>
    </section>
  )
}

type AddPasskeyProps = {
  readonly onClose: () => void
  readonly onDone: (recoveryCodes: readonly string[] | null) => unknown
}

function AddPasskey({ onClose, onDone }: AddPasskeyProps) {
  const [name, setName] = useState(() => parseUserAgent(navigator.userAgent).name)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState('')

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || !name.trim()) return
    setBusy(true)
    setError('')
    try {
      const passkey = await createPasskey(await request(beginPasskey))
      const { recoveryCodes } = await request(addPasskey, { body: { name, passkey } })
      await onDone(recoveryCodes)
    } catch (cause) {
      setError(describePasskeyError(cause) ?? (cause instanceof Error ? cause.message : ''))
    } finally {
      setBusy(false)
    }
  }
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Add a passkey"
      width={440}
      compact
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form="add-passkey"
            tone="primary"
            busy={isBusy}
            disabled={!name.trim()}
          >
            Add this device
          </Button>
        </>
      }
    >
      <form id="add-passkey" noValidate onSubmit={handleSubmit} className={layout.stack}>
        <TextField
          id="passkey-name"
          label="Name"
          hint="Its name in the list. Your device then asks for finger, face or PIN."
          maxLength={60}
          autoComplete="off"
          data-autofocus
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        {error && <Notice tone="danger">{error}</Notice>}
      </form>
    </FormDialog>
  )
}
