import type { InstituteSettings } from '#contract/institute-settings.ts'

/** The institute, as pages, emails and search engines name it. */
export const site: InstituteSettings = {
  product: 'FSL Academy',
  phone: '+91 98765 43210',
  email: 'hello@fslacademy.example',
  address: ['2nd Floor, Lakshmi Chambers,', 'Baner Road, Pune 411045'],
  /** An empty link is shown, but leads nowhere and cannot be focused. */
  social: { facebook: '', instagram: '', linkedin: '', youtube: '' },
  /** The language of the words in this folder: pages tell it to browsers and screen readers. */
  language: 'en',
  /** How dates and numbers are written. */
  locale: 'en-IN',
  currency: 'INR',
  timeZone: 'Asia/Kolkata',
  /**
   * The main course. What is set here is shown on /course in place of the sample text, and is told
   * to search engines, which are told nothing else about it.
   */
  course: {
    /** In whole units of the currency; "On enquiry" without. */
    fees: null,
    /** In class. */
    hoursPerWeek: null,
    /** For example 'Monday to Friday, 6:30 to 8:30 pm'. */
    schedule: null,
    /** For example { tag: 'en', name: 'English' }. */
    languages: [],
  },
  termsVersion: '2026-11',
  /** Change it together with the text of /privacy-policy: it is stored with each consent. */
  privacyNoticeVersion: '2026-11-23',
}
