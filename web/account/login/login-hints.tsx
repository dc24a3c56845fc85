import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { RefusalCode } from '#contract/errors.ts'
import type { pagePaths } from '#contract/page-paths.ts'

type ForgotPasswordPath =
  | typeof pagePaths.studentForgotPassword
  | typeof pagePaths.adminForgotPassword

const whereItIs =
  'A one-time password is in the newest email from us, or on the slip that you were given.'

/** Each refusal of a login, by its code, has a hint on how to go on. */
export function createLoginHints(
  forgotPassword: ForgotPasswordPath,
): Partial<Record<RefusalCode, ReactNode>> {
  const wrong = (
    <>
      {whereItIs} You can also <Link to={forgotPassword}>have a new one sent</Link>.
    </>
  )
  return {
    'wrong-login': wrong,
    'wrong-student-login': wrong,
    'wrong-password': wrong,
    'too-many': (
      <>
        A one-time password need not wait: <Link to={forgotPassword}>have one sent</Link>.
      </>
    ),
  }
}
