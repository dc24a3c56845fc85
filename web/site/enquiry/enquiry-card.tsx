import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createLazyModule, useModule } from '../../client/lazy-module.ts'
import { Card } from '../../ui/card.tsx'
import { Status } from '../../ui/status.tsx'
import { NoscriptNotice, PhoneLink } from '../phone-link.tsx'
import { runWhenNear } from '../run-when-near.ts'
import css from './enquiry-card.module.css'
import { EnquiryPlaceholder } from './enquiry-placeholder.tsx'

/** Around the form where it is part of the page. */
export function EnquiryCard({ children }: { children: ReactNode }) {
  return (
    <Card id="enquiry" className={css.card} aria-labelledby="enquiry-title">
      <h2 id="enquiry-title">Send Enquiry</h2>
      <NoscriptNotice />
      {children}
    </Card>
  )
}

const enquiryForm = createLazyModule(() => import('./enquiry-form.tsx'))

/** The form at the end of a long page: a placeholder, until it comes near the viewport. */
export function LateEnquiryCard() {
  const card = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  const { module, hasFailed } = useModule(enquiryForm, isNear)

  useEffect(() => {
    if (card.current) return runWhenNear(card.current, 100, () => setNear(true))
  }, [])

  return (
    <div ref={card}>
      <EnquiryCard>
        {hasFailed && (
          <Status className={css.failed}>
            The form does not load yet. We keep trying. Or call us on <PhoneLink />.
          </Status>
        )}
        {module ? <module.EnquiryForm /> : <EnquiryPlaceholder />}
      </EnquiryCard>
    </div>
  )
}
