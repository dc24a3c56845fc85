import { IconEye } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { getIdentity, type Identity } from '#contract/identity.ts'
import { getIdentityImage, type Student } from '#contract/students.ts'
import { useEndpointQuery } from '../../client/endpoint-query.ts'
import { buildUrl, fetchWithReauthentication, RefusalError } from '../../client/request.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { BlurredCard } from './blurred-card.tsx'
import { EraseImage } from './erase-image.tsx'
import { IdentityCheck } from './identity-check.tsx'
import css from './identity-images.module.css'

type Side = 'front' | 'back'

/** Fetched only when asked for, and gone from the page when the dialog closes. */
export function IdentityImages({ student }: { student: Student }) {
  const [shown, setShown] = useState<Side | null>(null)
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
            {stateOf(side) !== 'none' && <EraseImage student={student} side={side} />}
          </div>
        ))}
      </div>
      {identity && <IdentityCheck student={student} identity={identity} />}
      {isError && !identity && (
        <Notice tone="danger" onRetry={refetch}>
          Whether the card was checked could not be loaded.
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

/** Fetched by us and not by the browser alone, so that it can be asked who wants to see it. */
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
