/** The same fields in the sketch and in the form. */
export const nameField = { name: 'name', label: 'Name', autoComplete: 'name' } as const
export const emailField = {
  name: 'email',
  label: 'Email',
  type: 'email',
  inputMode: 'email',
  autoComplete: 'email',
} as const
export const contactField = {
  name: 'contact',
  label: 'Contact',
  placeholder: 'Contact Number',
  type: 'tel',
  inputMode: 'tel',
  autoComplete: 'tel',
} as const
export const coursesField = {
  name: 'course',
  label: 'Courses',
  prompt: 'Please Select Courses',
  autoComplete: 'off',
} as const
