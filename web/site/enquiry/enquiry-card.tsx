import { type ComponentType, useEffect, useRef, useState } from 'react'
import { Card } from '../../kit/card.tsx'
import { NeedsScript } from '../needs-script.tsx'
import css from './enquiry-card.module.css'
import { EnquirySketch } from './enquiry-sketch.tsx'
import { whenNear } from './when-near.ts'

/** The form's code comes when the card nears the window; until then its fields are drawn. */
export function EnquiryCard() {
  const card = useRef<HTMLDivElement>(null)
  const [Form, setForm] = useState<ComponentType>()

  useEffect(() => {
    if (!card.current) return
    return whenNear(card.current, async () => {
      const { EnquiryForm } = await import('./enquiry-form.tsx')
      setForm(() => EnquiryForm)
    })
  }, [])

  return (
    <div ref={card}>
      <Card id="enquiry" className={css.card} aria-labelledby="enquiry-title">
        <h2 id="enquiry-title">Send Enquiry</h2>
        <NeedsScript />
        {Form ? <Form /> : <EnquirySketch />}
      </Card>
    </div>
  )
}
