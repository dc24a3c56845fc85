/** The institute: everything that a copy of this product changes to become its own. */
export const site = {
  product: 'FSL Academy',
  phone: '+91 98765 43210',
  email: 'hello@fslacademy.example',
  address: ['2nd Floor, Lakshmi Chambers,', 'Baner Road, Pune 411045'],
  /** An empty link is shown, but leads nowhere and cannot be focused. */
  social: { facebook: '', instagram: '', linkedin: '', youtube: '' },
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
    /** Such as 'Monday to Friday, 6:30 to 8:30 pm'. */
    schedule: null,
    /** Such as { tag: 'en', name: 'English' }. */
    languages: [],
  },
  termsVersion: '2026-11',
  /** Change it together with the text of /privacy-policy: it is stored with each consent. */
  privacyNoticeVersion: '2026-11-23',
} as const
