import { IconCircleCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getStudent, listStudents, type Student } from '#contract/students.ts'
import { invalidateEndpoints } from '../../client/endpoint-query.ts'
import { replaceRow } from '../lists/cached-pages.ts'
import css from './use-save-confirmation.module.css'

/** Updates a saved student on every screen, and confirms it in a status line. */
export function useSaveConfirmation() {
  const client = useQueryClient()
  const [confirmation, setConfirmation] = useState('')
  return {
    clear: () => setConfirmation(''),
    async handleSaved({ message, student }: { message: string; student: Student }) {
      replaceRow(client, listStudents, student)
      await invalidateEndpoints(client, getStudent)
      setConfirmation(message)
    },
    statusLine: (
      <p role="status" className={css.confirmation}>
        {confirmation && (
          <>
            <IconCircleCheck size={18} stroke={1.75} aria-hidden="true" />
            {confirmation}
          </>
        )}
      </p>
    ),
  }
}
