import { IconPencil } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getStudent, listStudents, type Student, updateStudent } from '#contract/students.ts'
import { isPhone, phoneError } from '#core/students/registration.ts'
import { invalidateEndpoints } from '../../client/endpoint-query.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formFor } from '../../ui/form/form-for.tsx'
import type { FieldValues } from '../../ui/form/form-state.ts'
import { showToast } from '../../ui/toast.tsx'
import { replaceRow } from '../lists/cached-pages.ts'

const { Form, Field } = formFor(updateStudent)

/** Mends what was mistyped at registration. */
export function ContactForm({ student }: { student: Student }) {
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const { name, email, phone } = student
  return (
    <>
      <Button
        size="row"
        tone="quiet"
        icon={<IconPencil aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        Edit<span className="visually-hidden"> name, email and phone</span>
      </Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title="Name, email and phone">
        <Form
          params={{ id: student._id }}
          initial={{ name, email, phone }}
          submit="Save"
          messagePrefix="Failed to update student."
          validate={check}
          onDone={async ({ message, student: saved }) => {
            replaceRow(client, listStudents, saved)
            await invalidateEndpoints(client, getStudent)
            setOpen(false)
            showToast(message)
          }}
          beside={<Button onClick={() => setOpen(false)}>Cancel</Button>}
        >
          <Field name="name" label="Name" autoComplete="off" data-autofocus />
          <Field
            name="email"
            label="Email"
            type="email"
            inputMode="email"
            autoComplete="off"
            hint="A new address gets new login details by mail."
          />
          <Field name="phone" label="Phone" type="tel" inputMode="tel" autoComplete="off" />
        </Form>
      </Dialog>
    </>
  )
}

function check({ name, email, phone }: FieldValues) {
  return {
    ...(!name?.trim() && { name: 'Enter the name' }),
    ...(!email?.trim() && { email: 'Enter an email address in the format name@example.com' }),
    ...(!isPhone(phone?.trim() ?? '') && { phone: phoneError }),
  }
}
