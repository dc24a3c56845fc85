import { referrals } from '#core/registration.ts'
import type { Option } from '../../kit/form/text-field.tsx'
import { courseNames, genderNames, roleNames } from '../../registration-names.ts'

export const courseOptions = optionsOf(courseNames)
export const genderOptions = optionsOf(genderNames)
export const roleOptions = optionsOf(roleNames)
export const referralOptions: readonly Option[] = referrals

function optionsOf(names: Readonly<Record<string, string>>): readonly Option[] {
  return Object.entries(names).map(([value, name]) => ({ value, name }))
}
