import type { ReactNode } from 'react'

/**
 * Written out, without a role: not every browser derives it from the role of a region that is filled
 * later, and a screen reader that reads the page on speaks a role also where there are no words.
 */
export const asPolite = { 'aria-live': 'polite', 'aria-atomic': true } as const
/** For words that something else has spoken; only with words, since its role is spoken without. */
export const asSilentStatus = { role: 'status', 'aria-live': 'off' } as const
/** For words that cannot wait; an alert is spoken also where it comes with its words. */
export const asUrgent = { 'aria-live': 'assertive', 'aria-atomic': true } as const
export const asAlert = { role: 'alert', ...asUrgent } as const

type StatusProps = {
  readonly className?: string | undefined
  readonly icon?: ReactNode
  readonly children: ReactNode
}

/**
 * Words that are spoken when they change, and can be read line by line: they stand in a block of
 * their own. A region that comes and goes with its words is not read out: this one stays in the
 * page, empty.
 */
export function Status({ className, icon, children }: StatusProps) {
  return (
    <div {...asPolite} className={className}>
      {children && icon}
      {children && <div>{children}</div>}
    </div>
  )
}

export function Alert({ className, children }: Omit<StatusProps, 'icon'>) {
  return (
    <div {...asAlert} className={className}>
      {children && <div>{children}</div>}
    </div>
  )
}

/** For screen readers only. */
export function Spoken({ children }: Pick<StatusProps, 'children'>) {
  return <Status className="visually-hidden">{children}</Status>
}
