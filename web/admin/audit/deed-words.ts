import type { AuditEntry } from '#contract/audit.ts'

export function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const fields: Readonly<Record<string, string>> = {
  name: 'name',
  email: 'email address',
  phone: 'phone number',
  fees: 'fees',
  startDate: 'start date',
  remarks: 'remarks',
  extraTimePercent: 'extra time',
}

const letters: Readonly<Record<string, string>> = {
  'one-time-password': 'Welcome, with a one-time password',
  'login-details': 'Login details',
  'forgotten-password': 'Forgotten password',
  result: 'Result',
  'corrected-result': 'Corrected result',
  registration: 'New registration',
  enquiry: 'New enquiry',
  test: 'Test mail',
}

/** Some deeds keep words of programs as their detail. */
export function detailInWords({ action, detail }: Pick<AuditEntry, 'action' | 'detail'>) {
  if (detail === null) return null
  if (action === 'updated a student') {
    const changed = detail.split(', ').map((field) => fields[field] ?? field)
    return capitalised(changed.join(', '))
  }
  if (action === 'viewed an identity image') return detail === 'front' ? 'Front' : 'Back'
  if (action === 'sent failed letters again') {
    return detail === '1' ? '1 letter' : `${detail} letters`
  }
  if (action === 'sent a letter again') return letters[detail] ?? detail
  if (action.startsWith('exported')) return detail.replace(/csv|xlsx/, (type) => type.toUpperCase())
  return detail
}
