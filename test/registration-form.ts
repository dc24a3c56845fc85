/** What Priya types into the registration form. */
export const registrationFields = {
  name: 'Priya Nair',
  email: 'Priya@Example.com',
  phone: '+91 98200 00001',
  dob: '21-11-2004',
  gender: 'female',
  fname: 'Ravi Nair',
  fphone: '(022) 2820-0002',
  laddress: 'Flat 12, Sai Residency, Pune',
  paddress: 'Flat 12, Sai Residency, Pune',
  role: 'student',
  qualification: 'B.Com',
  qualificationYear: '2025',
  college: 'Fergusson College',
  course: 'full stack',
  referral: 'Google',
  termsAccepted: 'true',
}

export function createFormData(
  fields: Readonly<Record<string, string>>,
  files: Readonly<Record<string, Buffer>> = {},
): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (const [name, bytes] of Object.entries(files)) {
    form.set(name, new Blob([new Uint8Array(bytes)]), `${name}.jpg`)
  }
  return form
}

export function createRegistrationForm(
  overrides: Readonly<Record<string, string>> = {},
  files: Readonly<Record<string, Buffer>> = {},
): FormData {
  return createFormData({ ...registrationFields, ...overrides }, files)
}
