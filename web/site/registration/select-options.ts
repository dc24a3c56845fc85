import { courseLabels, genderLabels, roleLabels } from '#contract/registration-labels.ts'
import { referrals } from '#core/students/registration.ts'
import type { Option } from '../../ui/form/text-field.tsx'

export const courseOptions = toOptions(courseLabels)
export const genderOptions = toOptions(genderLabels)
export const roleOptions = toOptions(roleLabels)
export const referralOptions: readonly Option[] = referrals

function toOptions(names: Readonly<Record<string, string>>): readonly Option[] {
  return Object.entries(names).map(([value, name]) => ({ value, name }))
}
