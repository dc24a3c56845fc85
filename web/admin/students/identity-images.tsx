import { IconEye, IconTrash } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import {
  eraseIdentityImage,
  getIdentity,
  getIdentityImage,
  type Identity,
} from '#contract/identity.ts'
import { getStudent, type Student } from '#contract/students.ts'
import { useEndpointMutation, useEndpointQuery } from '../../client/endpoint-query.ts'
import { buildUrl, fetchWithReauthentication, RefusalError } from '../../client/request.ts'
import { useCan } from '../../client/use-can.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast.tsx'
import { IdentityCheck } from './identity-check.tsx'
import css from './identity-images.module.css'

type Side = 'front' | 'back'

/** Fetches an image only on request, and drops it when the dialog closes. */
export function IdentityImages({ student }: { student: Student }) {
  const [shown, setShown] = useState<Side | null>(null)
  const canErase = useCan(eraseIdentityImage)
  const params = { id: student._id }
  const { data: identity, isError, refetch } = useEndpointQuery(getIdentity, { params })
  const stateOf = (side: Side) => {
    if (identity) return identity[side]
    return (side === 'front' ? student.aadharFront : student.aadharBack) === null ? 'none' : 'kept'
  }
  return (
    <Card padded>
      <h2>Aadhaar images</h2>
      <p className={css.hint}>Hidden until you ask. Each view is logged.</p>
      <div className={css.sides}>
        {(['front', 'back'] as const).map((side) => (
          <div key={side}>
            <Hidden side={side} state={stateOf(side)} onShow={setShown} />
            {canErase && stateOf(side) !== 'none' && <EraseImage student={student} side={side} />}
          </div>
        ))}
      </div>
      {identity && <IdentityCheck student={student} identity={identity} />}
      {isError && !identity && (
        <Notice tone="danger" onRetry={refetch}>
          The state of the check could not be loaded.
        </Notice>
      )}
      <Dialog
        opened={shown !== null}
        onClose={() => setShown(null)}
        title={`Aadhaar of ${student.name}, ${shown ?? ''}`}
        width={720}
      >
        {shown && <Revealed key={shown} student={student} side={shown} />}
      </Dialog>
    </Card>
  )
}

type HiddenProps = {
  readonly side: Side
  readonly state: Identity[Side]
  readonly onShow: (side: Side) => void
}

function Hidden({ side, state, onShow }: HiddenProps) {
  if (state !== 'kept') {
    return (
      <div className={css.side} data-empty>
        {state === 'none' ? `No ${side}` : `The ${side} is not on this server`}
      </div>
    )
  }
  return (
    <div className={css.side}>
      <BlurredCard />
      <Button size="row" icon={<IconEye aria-hidden="true" />} onClick={() => onShow(side)}>
        Show {side}
      </Button>
    </div>
  )
}

function Revealed({ student, side }: { student: Student; side: Side }) {
  const { url, error } = useIdentityImage(student._id, side)
  if (error) return <Notice tone="danger">{error}</Notice>
  return url && <img src={url} alt={`Aadhaar card, ${side}`} className={css.image} />
}

/** Fetches in code, not by `src`, so that the server can ask the admin to confirm who they are. */
function useIdentityImage(id: string, side: Side) {
  const [url, setUrl] = useState('')
  const [error, setError] = useState('')
  useEffect(() => {
    const abort = new AbortController()
    let objectUrl = ''
    const address = buildUrl(getIdentityImage.path, { id, side })
    const { signal } = abort
    fetchWithReauthentication(() => fetch(address, { credentials: 'same-origin', signal }))
      .then((response) => response.blob())
      .then((picture) => {
        if (signal.aborted) return
        objectUrl = URL.createObjectURL(picture)
        setUrl(objectUrl)
      })
      .catch((cause) => {
        if (!signal.aborted) setError(toErrorMessage(cause))
      })
    return () => {
      abort.abort()
      URL.revokeObjectURL(objectUrl)
    }
  }, [id, side])
  return { url, error }
}

function toErrorMessage(cause: unknown): string {
  const isReauthenticationRequired =
    cause instanceof RefusalError && cause.code === 'reauthentication-required'
  return isReauthenticationRequired ? cause.message : 'The image could not be loaded.'
}

/** A placeholder: nothing of the real image is drawn. */
function BlurredCard() {
  return (
    <svg viewBox="0 0 112 72" className={css.card} aria-hidden="true">
      <rect width="112" height="72" className={css.paper} />
      <rect width="112" height="9" className={css.top} />
      <rect y="63" width="112" height="9" className={css.bottom} />
      <rect x="8" y="17" width="28" height="34" rx="3" className={css.ink} />
      <path d="M43 21h48M43 31h34M43 39h26M30 56h52" className={css.lines} />
    </svg>
  )
}

type EraseImageProps = { readonly student: Student; readonly side: 'front' | 'back' }

function EraseImage({ student: { _id: id, name }, side }: EraseImageProps) {
  const [isAsking, setAsking] = useState(false)
  const erase = useEndpointMutation(eraseIdentityImage, [getIdentity, getStudent])
  const handleConfirm = async () => {
    const { message } = await erase.mutateAsync({ params: { id, side } })
    showToast(message)
    // The button that had the focus is gone with the picture.
    document.getElementById('main')?.focus()
  }
  return (
    <>
      <Button
        size="row"
        tone="quiet"
        icon={<IconTrash aria-hidden="true" />}
        onClick={() => setAsking(true)}
      >
        Erase {side}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        question={`Erase the ${side} of the card for good?`}
        action={`Erase ${side}`}
        onConfirm={handleConfirm}
        onClose={() => setAsking(false)}
      >
        The picture of {name} is removed from this server now. <b>It cannot be undone.</b>
      </ConfirmDialog>
    </>
  )
}
