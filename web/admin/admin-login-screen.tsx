import { useState } from 'react'
import { Link, redirect, useNavigate, useSearchParams } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { staff } from '#institute/logins.ts'
import { StaffLogin } from '../account/login/staff-login.tsx'
import { readSession } from '../client/browser-session.ts'
import { confirmLogin } from '../client/confirm-login.ts'
import { keepFirstPassword } from '../client/first-password.ts'
import { getPathAfterLogin } from '../client/login-redirect.ts'
import { AuthLayout, AuthPlaceholder } from '../layout/auth-layout.tsx'
import { createTitleMeta } from '../layout/page-title.ts'

const frame = {
  title: 'Admin Login',
  tagline: staff,
} as const

export const meta = createTitleMeta(
  frame.title,
  'For the staff of the institute: tests, students and results in one place.',
)

/** Already signed in: skip the login page. */
export async function clientLoader({ request }: { request: Request }) {
  const session = await readSession().catch(() => null)
  if (session?.role !== 'admin') return null
  throw redirect(getPathAfterLogin(session, new URL(request.url).searchParams))
}

export function HydrateFallback() {
  return <AuthPlaceholder {...frame} />
}

export default function AdminLoginScreen() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [isSecondStep, setSecondStep] = useState(false)
  const handleDone = async (password?: string) => {
    const session = await confirmLogin()
    keepFirstPassword(session, password)
    await navigate(getPathAfterLogin(session, search), { replace: true })
  }
  return (
    <AuthLayout {...frame} {...(isSecondStep && { title: 'One more step' })}>
      <StaffLogin onDone={handleDone} onStepChange={setSecondStep} />
      {!isSecondStep && (
        <>
          <p>
            <Link to={pagePaths.adminForgotPassword}>Forgot password?</Link>
          </p>
          <p>
            Not an admin? <Link to={pagePaths.studentLogin}>User Login</Link>
          </p>
        </>
      )}
    </AuthLayout>
  )
}
