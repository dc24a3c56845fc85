import { IconEye } from '@tabler/icons-react'
import { useState } from 'react'
import { getIdentityImage, type Student } from '#contract/students.ts'
import { addressOf } from '../../api.ts'
import { Button } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Notice } from '../../kit/notice.tsx'
import { BlurredCard } from './blurred-card.tsx'
import css from './identity-images.module.css'

type Side = 'front' | 'back'

/** Fetched only when asked for, and gone from the page when the dialog closes. */
export function IdentityImages({ student }: { student: Student }) {
  const [shown, setShown] = useState<Side | null>(null)
  return (
    <Card padded>
      <h2>Aadhaar images</h2>
      <p className={css.hint}>Hidden until you ask. Each view is logged.</p>
      <div className={css.sides}>
        <Hidden side="front" isGiven={student.aadharFront !== null} onShow={setShown} />
        <Hidden side="back" isGiven={student.aadharBack !== null} onShow={setShown} />
      </div>
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
  readonly isGiven: boolean
  readonly onShow: (side: Side) => void
}

function Hidden({ side, isGiven, onShow }: HiddenProps) {
  if (!isGiven) {
    return (
      <div className={css.side} data-empty>
        No {side}
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
  const [isBroken, setBroken] = useState(false)
  const url = addressOf(getIdentityImage.path, { id: student._id, side })
  if (isBroken) return <Notice tone="danger">The image could not be loaded.</Notice>
  return (
    <img
      src={url}
      alt={`Aadhaar card, ${side}`}
      className={css.image}
      onError={() => setBroken(true)}
    />
  )
}
