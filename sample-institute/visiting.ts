import type { Words } from '#web/institute/words.ts'

// For those who want to come or to write, on /contact and /about. Nothing is shown until it is filled.

/** For example { days: 'Monday to Saturday', time: '10 am to 7 pm' }. */
export const hours: Words<'visiting.ts'>['hours'] = []
/** The number that answers, such as '+91 98765 43210'. */
export const whatsApp: Words<'visiting.ts'>['whatsApp'] = ''
/** The link that a map gives for your place; it begins with https://. */
export const directions: Words<'visiting.ts'>['directions'] = ''
