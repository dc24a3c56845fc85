import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { BodyOf } from '#contract/endpoint.ts'
import { enquiryCourses, otherEnquiryCourses, sendEnquiry } from '#contract/enquiries.ts'
import { createIdempotencyKey } from '../../client/idempotency-key.ts'
import { RefusalError, request } from '../../client/request.ts'
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
  const sendOnce = useSendOnce()
  const [search] = useSearchParams()
  if (senderName !== undefined) {
    return <EnquirySent name={senderName} onAnother={() => setSenderName(undefined)} />
  }
  return (
    <Form
      submit="Send Enquiry"
      submitSize="hero"
      submitWide
      initial={{ course: search.get('course') ?? '' }}
      send={sendOnce}
      onDone={(_, { name }) => setSenderName(name?.trim() ?? '')}
    >
      <Field {...nameField} />
      <Email {...emailField} />
      <Field {...contactField} />
      <Select {...coursesField} options={enquiryCourses}>
        <optgroup label="Other courses">
          {otherEnquiryCourses.map((course) => (
            <option key={course}>{course}</option>
          ))}
        </optgroup>
      </Select>
      <TextArea {...messageField} />
      {/* A honeypot: people do not see it, so only programs fill it in. */}
      <div className="visually-hidden" aria-hidden="true">
        <Field name="website" label="Leave this empty" tabIndex={-1} autoComplete="off" />
      </div>
    </Form>
  )
}

/** Sends again what may have arrived without a reply under the same key: it is stored once. */
function useSendOnce() {
  const key = useRef<string | null>(null)
  return async (body: BodyOf<typeof sendEnquiry> | FormData) => {
    key.current ??= createIdempotencyKey()
    try {
      const input = { body: body as BodyOf<typeof sendEnquiry>, idempotencyKey: key.current }
      const reply = await request(sendEnquiry, input)
      key.current = null
      return reply
    } catch (cause) {
      // The message says so: pressed again, this becomes another enquiry.
      if (cause instanceof RefusalError && cause.code === 'enquiry-sent-before') key.current = null
      throw cause
    }
  }
}

type EnquirySentProps = { readonly name: string; readonly onAnother: () => void }

/** Replaces the form and takes its focus. */
function EnquirySent({ name, onAnother }: EnquirySentProps) {
  const message = useRef<HTMLParagraphElement>(null)
  useEffect(() => message.current?.focus(), [])
  return (
    <div className={css.sent}>
      <p ref={message} tabIndex={-1}>
        <b>Thank you, {name}.</b> Your enquiry is with us. We will call or write to you.
      </p>
      <Button onClick={onAnother}>Send another enquiry</Button>
    </div>
  )
}
