import { IconCircleCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getStudent, listStudents, type Student } from '#contract/students.ts'
import { invalidateEndpoints } from '../../client/endpoint-query.ts'
import { replaceRow } from '../loaded-rows.ts'
import css from './use-saved-student.module.css'

/** Shows a change to a student wherever the student stands, and says that it is kept. */
export function useSavedStudent() {
  const client = useQueryClient()
  const [said, setSaid] = useState('')
  return {
    forget: () => setSaid(''),
    async handleSaved({ message, student }: { message: string; student: Student }) {
      replaceRow(client, listStudents, student)
      await invalidateEndpoints(client, getStudent)
      setSaid(message)
    },
    line: (
      <p role="status" className={css.said}>
        {said && (
          <>
            <IconCircleCheck size={18} stroke={1.75} aria-hidden="true" />
            {said}
          </>
        )}
      </p>
    ),
  }
}
