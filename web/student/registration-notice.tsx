import { Notice } from '../ui/notice.tsx'
import css from './registration-notice.module.css'

export function RegistrationNotice({ email }: { email: string }) {
  return (
    <div className={css.notice}>
      <Notice tone="ok">
        <p>
          Registration Successful. We have sent a one-time password to{' '}
          <b>{email || 'your email address'}</b>; it works for 72 hours.
        </p>
        <p className={css.hint}>
          Nothing there after a few minutes? Look in the spam folder. Log in with that password,
          then choose your own.
        </p>
      </Notice>
    </div>
  )
}
