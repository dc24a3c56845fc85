import { useEffect, useRef, useState } from 'react'
import { enquiryCourses, sendEnquiry } from '#contract/enquiries.ts'
import { Button } from '../../ui/button.tsx'
import { formFor } from '../../ui/form/form-for.tsx'
import css from './enquiry-card.module.css'
import {
  contactField,
  coursesField,
  emailField,
  messageField,
  nameField,
} from './enquiry-placeholder.tsx'

const { Form, Field, Email, Select, TextArea } = formFor(sendEnquiry)

export function EnquiryForm() {
  const [senderName, setSenderName] = useState<string>()
  if (senderName !== undefined) {
    return <EnquirySent name={senderName} onAnother={() => setSenderName(undefined)} />
  }
  return (
    <Form
      submit="Send Enquiry"
      submitSize="hero"
      submitWide
      onDone={(_, { name }) => setSenderName(name?.trim() ?? '')}
    >
      <Field {...nameField} />
      <Email {...emailField} />
      <Field {...contactField} />
      <Select {...coursesField} options={enquiryCourses} />
      <TextArea {...messageField} />
      {/* A honeypot: people do not see it, so only programs fill it in. */}
      <div className={css.offscreen} aria-hidden="true">
        <Field name="website" label="Leave this empty" tabIndex={-1} autoComplete="off" />
      </div>
    </Form>
  )
}

type EnquirySentProps = { readonly name: string; readonly onAnother: () => void }

/** Replaces the form and takes its focus. */
function EnquirySent({ name, onAnother }: EnquirySentProps) {
  const message = useRef<HTMLParagraphElement>(null)
  useEffect(() => message.current?.focus(), [])
  return (
    <div className={css.sent}>
      <p ref={message} tabIndex={-1} role="status">
        <b>Thank you, {name}.</b> Your enquiry is with us. We will call or write to you.
      </p>
      <Button onClick={onAnother}>Send another enquiry</Button>
    </div>
  )
}
