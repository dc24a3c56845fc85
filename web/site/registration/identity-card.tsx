import { IconShieldLock } from '@tabler/icons-react'
import { useRef } from 'react'
import { ChoiceField } from '../../ui/form/choice-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Status } from '../../ui/status.tsx'
import { FullWidthField, ImageAnswer } from './answer-fields.tsx'
import css from './detail-cards.module.css'
import { imageLabels, imageSides } from './steps.ts'
import { useDraftState } from './use-draft.ts'

const identityOptions = [
  { value: 'pictures', name: 'Add pictures' },
  { value: 'desk', name: 'I will show it at the desk' },
] as const

/** Offers pictures, showing the card at the desk, or neither. */
export function IdentityCard() {
  const { draft, showAtDesk } = useDraftState()
  const choice = useRef<HTMLDivElement>(null)
  const handleShowAtDesk = () => {
    showAtDesk(true)
    // The element that had the focus before the dialog is gone.
    requestAnimationFrame(() => choice.current?.querySelector<HTMLElement>('[value=desk]')?.focus())
  }
  return (
    <>
      <div ref={choice} className={css.identity}>
        <ChoiceField
          name="identityCard"
          label="Aadhaar card"
          optional
          options={identityOptions}
          value={draft.isShownAtDesk ? 'desk' : 'pictures'}
          onChoose={(value) => showAtDesk(value === 'desk')}
        />
        <Status>
          {draft.isShownAtDesk && (
            <Hint>Bring the card when you first come to the institute. No picture is sent.</Hint>
          )}
        </Status>
      </div>
      {!draft.isShownAtDesk && (
        <>
          <ImageAnswer side="aadharFront" onShowAtDesk={handleShowAtDesk} />
          <ImageAnswer side="aadharBack" onShowAtDesk={handleShowAtDesk} />
          <Hint>
            You cover the first eight digits and the QR code here, before anything is sent. Only
            institute staff can see these images.
          </Hint>
          <LostImagesNotice />
        </>
      )}
    </>
  )
}

/** When the site is loaded anew the draft is restored, but not its files. */
function LostImagesNotice() {
  const { draft, images, dropLostImages } = useDraftState()
  const lost = imageSides.filter(
    (side) => draft.chosenSides.includes(side) && !images[side]?.file && !images[side]?.error,
  )
  if (lost.length === 0) return null
  return (
    <FullWidthField>
      <Notice tone="warn">
        <div className={css.lostImages}>
          <span>
            {describeLoss()} Please choose them again:{' '}
            <b>{lost.map((side) => imageLabels[side]).join('; ')}</b>.
          </span>
          <button type="button" onClick={dropLostImages}>
            Register without them
          </button>
        </div>
      </Notice>
    </FullWidthField>
  )
}

/** By how the site was loaded last, which is when the pictures went. */
function describeLoss(): string {
  const [navigation] = performance.getEntriesByType('navigation')
  switch ((navigation as PerformanceNavigationTiming | undefined)?.type) {
    case 'reload':
      return 'Reloading the page has removed your pictures.'
    case 'back_forward':
      return 'Your pictures were removed when you left this site: we keep them only while it is open.'
    default:
      return 'Your pictures were removed when this page was closed: we keep them only while it is open.'
  }
}

function Hint({ children }: { children: string }) {
  return (
    <p className={css.hint}>
      <IconShieldLock size={18} stroke={1.75} aria-hidden="true" />
      <span>{children}</span>
    </p>
  )
}
