import { type ComponentType, useEffect, useRef, useState } from 'react'
import { Card } from '../../ui/card.tsx'
import { NoscriptNotice } from '../noscript-notice.tsx'
import css from './enquiry-card.module.css'
import { EnquiryPlaceholder } from './enquiry-placeholder.tsx'
import { runWhenNear } from './run-when-near.ts'

/** The form's code comes when the card nears the window; until then its fields are drawn. */
export function EnquiryCard() {
  const card = useRef<HTMLDivElement>(null)
  const [Form, setForm] = useState<ComponentType>()

  useEffect(() => {
    if (!card.current) return
    return runWhenNear(card.current, async () => {
      const { EnquiryForm } = await import('./enquiry-form.tsx')
      setForm(() => EnquiryForm)
    })
  }, [])

  return (
    <div ref={card}>
      <Card id="enquiry" className={css.card} aria-labelledby="enquiry-title">
        <h2 id="enquiry-title">Send Enquiry</h2>
        <NoscriptNotice />
        {Form ? <Form /> : <EnquiryPlaceholder />}
      </Card>
    </div>
  )
}
