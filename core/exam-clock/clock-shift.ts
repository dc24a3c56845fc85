/**
 * Why the exam's clock was shifted: nobody was in an exam, an owner said so, the machine's clock
 * had changed before a start, or it had caught up.
 */
export const clockShiftCauses = ['idle', 'owner', 'start', 'caught-up'] as const
export type ClockShiftCause = (typeof clockShiftCauses)[number]
