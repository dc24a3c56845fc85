import { courseNames, genderNames, roleNames } from '#contract/registration-names.ts'
import { referrals } from '#core/registration.ts'
import type { Option } from '../../kit/form/text-field.tsx'

export const courseOptions = optionsOf(courseNames)
export const genderOptions = optionsOf(genderNames)
export const roleOptions = optionsOf(roleNames)
export const referralOptions: readonly Option[] = referrals

function optionsOf(names: Readonly<Record<string, string>>): readonly Option[] {
  return Object.entries(names).map(([value, name]) => ({ value, name }))
}
