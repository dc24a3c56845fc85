import { type ComponentType, useEffect, useRef, useState } from 'react'
import { Card } from '../../ui/card.tsx'
import { NoscriptNotice } from '../phone-link.tsx'
import css from './enquiry-card.module.css'
import { EnquiryPlaceholder } from './enquiry-placeholder.tsx'

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

/** Does something once, when an element comes within a window's height; answers how to call it off. */
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
