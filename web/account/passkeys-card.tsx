import { IconFingerprint, IconKey, IconPlus, IconTrash } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { addPasskey, beginPasskey, type Passkey, removePasskey } from '#contract/second-factor.ts'
import { parseUserAgent } from '#core/accounts/user-agent.ts'
import { ask } from '../api.ts'
import { Button } from '../kit/button.tsx'
import { Confirm } from '../kit/confirm.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { TextField } from '../kit/form/text-field.tsx'
import { formatDay } from '../kit/format.ts'
import { Notice } from '../kit/notice.tsx'
import { createPasskey, describePasskeyFault } from '../proof/use-passkey.ts'
import { CardHead } from './card-head.tsx'
import css from './second-factor.module.css'

type PasskeysCardProps = {
  readonly passkeys: readonly Passkey[]
  /** Whether this address of the site can have any. */
  readonly isPossible: boolean
  readonly onChange: (recoveryCodes: readonly string[] | null) => unknown
}

export function PasskeysCard({ passkeys, isPossible, onChange }: PasskeysCardProps) {
  const [isAdding, setAdding] = useState(false)
  const [leaving, setLeaving] = useState<Passkey | null>(null)
  return (
    <section className={css.card}>
      <CardHead
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
              <p className={css.hint}>
                Added {formatDay(passkey.createdAt)},{' '}
                {passkey.usedAt ? `used ${formatDay(passkey.usedAt)}` : 'not used yet'}
              </p>
            </div>
            <button
              type="button"
              aria-label={`Remove ${passkey.name}`}
              onClick={() => setLeaving(passkey)}
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
          <p className={css.hint}>
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
      <Confirm
        opened={leaving !== null}
        question={`Remove ${leaving?.name ?? 'this passkey'}?`}
        action="Remove passkey"
        onConfirm={async () => {
          if (leaving) await ask(removePasskey, { params: { id: leaving._id } })
          await onChange(null)
        }}
        onClose={() => setLeaving(null)}
      >
        It no longer opens your account. Remove it on the device, too: there it stays in the list.
      </Confirm>
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
  const [fault, setFault] = useState('')

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || !name.trim()) return
    setBusy(true)
    setFault('')
    try {
      const passkey = await createPasskey(await ask(beginPasskey))
      const { recoveryCodes } = await ask(addPasskey, { body: { name, passkey } })
      await onDone(recoveryCodes)
    } catch (cause) {
      setFault(describePasskeyFault(cause) ?? (cause instanceof Error ? cause.message : ''))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
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
      <form id="add-passkey" noValidate onSubmit={handleSubmit} className={css.form}>
        <TextField
          id="passkey-name"
          label="Name"
          hint="By which you know it in the list. Your device then asks for finger, face or PIN."
          maxLength={60}
          autoComplete="off"
          data-autofocus
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        {fault && <Notice tone="danger">{fault}</Notice>}
      </form>
    </Dialog>
  )
}
