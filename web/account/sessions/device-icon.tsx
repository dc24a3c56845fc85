import {
  IconDeviceDesktop,
  IconDeviceMobile,
  IconDeviceTablet,
  IconWorldQuestion,
} from '@tabler/icons-react'
import type { OwnSession } from '#contract/sessions.ts'
import css from './sessions.module.css'

const icons = {
  computer: IconDeviceDesktop,
  phone: IconDeviceMobile,
  tablet: IconDeviceTablet,
  unknown: IconWorldQuestion,
} as const

export function DeviceIcon({ kind }: { kind: OwnSession['deviceKind'] }) {
  const Icon = icons[kind]
  return (
    <span className={css.icon}>
      <Icon size={20} stroke={1.75} aria-hidden="true" />
    </span>
  )
}
