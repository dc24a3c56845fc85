import { day, type OldRowsInput, toThreeDigits } from './old-institute-dates.ts'

/** More than migrations read at once. */
const studentCount = 510
const names: Readonly<Record<number, string>> = {
  1: 'Priya Nair',
  2: 'Rohan Rao',
  3: 'Deva Deleted',
  4: 'Sean O’Brien',
  5: 'Meera Menon',
}
const getName = (n: number) => names[n] ?? `Student ${toThreeDigits(n)}`
const getEmail = (n: number) =>
  n === 5 ? 'meera@xn--bcher-kva.example' : `student${toThreeDigits(n)}@example.com`

export function listPeople({ now, adminHash, studentHash }: OldRowsInput) {
  const students = Array.from({ length: studentCount }, (_, index) => index + 1)
  return {
    accounts: [
      toAccount(
        { id: 'admin-1', role: 'admin', email: 'admin@example.com', name: 'Asha' },
        adminHash,
      ),
      ...students.map((n) =>
        toAccount(
          {
            id: `student-${toThreeDigits(n)}`,
            role: 'student',
            email: getEmail(n),
            name: getName(n),
            deleted_at: n === 3 ? now - day : null,
          },
          n < 3 ? studentHash : null,
        ),
      ),
    ],
    students: students.map((n) => ({
      id: `student-${toThreeDigits(n)}`,
      name: getName(n),
      name_key: getName(n).toLowerCase(),
      email: getEmail(n),
      phone: `+91 98200 00${toThreeDigits(n)}`,
      dob: '21-11-2004',
      gender: 'female',
      role: 'student',
      fname: n === 7 ? 'Parvati Pillai' : `Parent ${toThreeDigits(n)}`,
      fphone: `022 2820 0${toThreeDigits(n)}`,
      laddress: 'Pune',
      paddress: 'Pune',
      course: 'full stack',
      referral: 'Google',
      terms_version: '2025-01',
      terms_accepted_at: now - 40 * day,
      created_at: now - 40 * day + n,
      deleted_at: n === 3 ? now - day : null,
    })),
  }

  function toAccount(
    account: Readonly<Record<string, string | number | null>>,
    password_hash: string | null,
  ) {
    return { deleted_at: null, ...account, password_hash, created_at: now - 50 * day }
  }
}
