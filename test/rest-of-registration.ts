/** The form that a student whom the institute added fills in at the first login. */
export const restOfRegistration = {
  phone: '98220 41736',
  dob: '14-08-2003',
  gender: 'female',
  role: 'workingProfessional',
  designation: 'Clerk',
  company: 'Menon & Co',
  fname: 'Suresh Menon',
  fphone: '98220 11904',
  laddress: 'Kochi',
  paddress: 'Kochi',
  referral: 'Google',
  termsAccepted: 'true',
  privacyConsent: 'true',
} as const
