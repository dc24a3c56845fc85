import { courseLabels, genderLabels, roleLabels } from '#contract/registration-labels.ts'
import { referrals } from '#core/students/registration.ts'
import type { Option } from '../../kit/form/text-field.tsx'

export const courseOptions = optionsOf(courseLabels)
export const genderOptions = optionsOf(genderLabels)
export const roleOptions = optionsOf(roleLabels)
export const referralOptions: readonly Option[] = referrals

function optionsOf(names: Readonly<Record<string, string>>): readonly Option[] {
  return Object.entries(names).map(([value, name]) => ({ value, name }))
}
