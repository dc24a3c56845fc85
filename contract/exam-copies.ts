import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Exam, examTitle } from './exams.ts'
import { Id } from './schemas.ts'

export const duplicateExam = endpoint({
  method: 'POST',
  path: '/api/test/:id/duplicate',
  access: 'exams.edit',
  summary:
    'Makes a test with the same questions, pictures, corrected answers and rules, under another title: not released, without windows and attempts.',
  params: z.object({ id: Id }),
  body: z.strictObject({ title: examTitle }),
  isIdempotent: true,
  reply: z.object({ message: z.string(), test: Exam }),
  status: 201,
  refusals: ['test-not-found', 'test-sent-before'],
})
