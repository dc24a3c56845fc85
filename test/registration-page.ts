import type { Locator, Page } from '@playwright/test'

export const priya = {
  name: 'Priya Nair',
  email: 'priya.nair@example.com',
  phone: '98220 41736',
  dob: '14-08-2003',
  fname: 'Suresh Nair',
  fphone: '98220 11904',
  laddress: 'Flat 12, Sai Residency, Kothrud, Pune 411038',
} as const

/** The page's fields, found by label like a visitor does. */
export function getFields(page: Page) {
  const labelled = (label: string) => page.getByLabel(label, { exact: true })
  return {
    name: labelled('Name'),
    email: labelled('Email'),
    phone: labelled('Phone'),
    dob: labelled('Date of birth'),
    front: page.getByLabel(/^Aadhaar card, front \(optional\)$/),
    back: page.getByLabel(/^Aadhaar card, back \(optional\)$/),
    fname: labelled('Parent/Guardian name'),
    fphone: labelled('Parent/Guardian phone'),
    laddress: labelled('Local address'),
    sameAddress: labelled('Permanent address is the same as local address'),
    paddress: labelled('Permanent address'),
    qualification: labelled('Qualification'),
    year: labelled('Year'),
    college: labelled('College'),
    designation: labelled('Designation'),
    company: labelled('Company'),
    course: labelled('Course'),
    otherCourse: labelled('Other course'),
    referral: labelled('How did you hear about us?'),
    friend: page.getByLabel('Friend’s name'),
    consent: page.getByRole('checkbox', { name: /^I agree that .* keeps my details/ }),
    guardianConsent: page.getByRole('checkbox', { name: /am the parent or guardian/ }),
    terms: page.getByRole('checkbox', { name: 'I accept the Terms & Conditions' }),
    register: page.getByRole('button', { name: 'Register' }),
  }
}

/** Fills in all fields that everybody is asked, up to the terms. */
export async function fillCommonFields(
  page: Page,
  overrides: Partial<Record<keyof typeof priya, string>> = {},
) {
  const person = { ...priya, ...overrides }
  const fields = getFields(page)
  await page.goto('/registration')
  await fields.name.fill(person.name)
  await fields.email.fill(person.email)
  await fields.phone.fill(person.phone)
  await fields.dob.fill(person.dob)
  await page.getByLabel('Female').check()
  await fields.fname.fill(person.fname)
  await fields.fphone.fill(person.fphone)
  await fields.laddress.fill(person.laddress)
  await fields.sameAddress.check()
  await fields.referral.selectOption('Google')
  await fields.consent.check()
  await fields.terms.check()
  return fields
}

export async function fillStudentRegistration(
  page: Page,
  overrides: Parameters<typeof fillCommonFields>[1] = {},
) {
  const fields = await fillCommonFields(page, overrides)
  await page.getByLabel('Student', { exact: true }).check()
  await fields.qualification.fill('B.Sc. Computer Science')
  await fields.year.fill('2025')
  await fields.college.fill('Fergusson College, Pune')
  await fields.course.selectOption({ label: 'Full Stack' })
  return fields
}

type Picture = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer }

/** Chooses a picture and uses it with the boxes where they are, which is asked about once. */
export async function addPicture(page: Page, field: Locator, picture: Picture) {
  await field.setInputFiles(picture)
  await page.getByRole('button', { name: 'Use this picture' }).click()
  // By key, since a press would come too early after the other button in its place.
  await page.getByRole('button', { name: 'Yes, use it' }).press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}
