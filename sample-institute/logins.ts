// The words beside the picture of the logins.

export const slogan = 'Six layers. Six months.'
export const student = 'Your tests and results are one login away.'
export const staff = 'Tests, students and results in one place.'
export const forgotten = 'One email, and you are back in.'
