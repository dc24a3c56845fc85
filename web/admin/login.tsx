import { useState } from 'react'
import { Link, redirect, useNavigate, useSearchParams } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { FrontDoor } from '../kit/front-door.tsx'
import { titled } from '../kit/title.ts'
import { afterLogin } from '../login-path.ts'
import { StaffLogin } from '../proof/staff-login.tsx'
import { readSession, renewSession } from '../session.tsx'

export const meta = titled('Admin Login')

/** Already signed in: skip the login page. */
export async function clientLoader({ request }: { request: Request }) {
  const session = await readSession().catch(() => null)
  if (session?.role !== 'admin') return null
  throw redirect(afterLogin(session, new URL(request.url).searchParams))
}

export default function AdminLoginScreen() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [isSecondStep, setSecondStep] = useState(false)
  const handleDone = async () => {
    await navigate(afterLogin(await renewSession(), search), { replace: true })
  }
  return (
    <FrontDoor
      title={isSecondStep ? 'One more step' : 'Admin Login'}
      promise="Tests, students and results in one place."
    >
      <StaffLogin onDone={handleDone} onStep={setSecondStep} />
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
    </FrontDoor>
  )
}
