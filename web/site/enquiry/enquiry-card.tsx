import { type ComponentType, useEffect, useRef, useState } from 'react'
import { Card } from '../../ui/card.tsx'
import { NoscriptNotice } from '../phone-link.tsx'
import css from './enquiry-card.module.css'
import { EnquiryPlaceholder } from './enquiry-placeholder.tsx'

/**
 * Loads the form's code when the card comes near the viewport; until then a placeholder is shown.
 */
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

/**
 * Runs a callback once, when an element comes within one screen height; returns how to cancel it.
 */
function runWhenNear(element: Element, callback: () => Promise<void>) {
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return
      observer.disconnect()
      callback().catch(() => observer.observe(element))
    },
    { rootMargin: '100% 0px' },
  )
  observer.observe(element)
  return () => observer.disconnect()
}
