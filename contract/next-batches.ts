import { z } from 'zod'

const Text = z.string().min(1)

const NextBatch = z.strictObject({
  course: Text,
  /** The first day of class; after it the batch is no longer shown. */
  starts: z.iso.date('Write a day that exists, like 2027-01-11'),
  /** Days and times of class. */
  schedule: Text,
  /** For example the language, or the room. */
  detail: Text.optional(),
})

/** The exports of an institute’s `batches.ts`, whose days the server reads, too. */
export const NextBatches = z.strictObject({ batches: z.array(NextBatch).readonly() })

export type NextBatch = z.output<typeof NextBatch>

/** A style sheet of the server's, by its own calendar: what has begun is not shown. */
export const pastBatchesPath = '/past-batches.css'
