import { Link, redirect, useNavigate, useSearchParams } from 'react-router'
import { adminLogin } from '#contract/auth.ts'
import { screens } from '#contract/screens.ts'
import { formFor } from '../kit/form/form-for.tsx'
import { FrontDoor } from '../kit/front-door.tsx'
import { titled } from '../kit/title.ts'
import { afterLogin, readSession, renewSession } from '../session.tsx'

export const meta = titled('Admin Login')

/** Who is in already need not knock. */
export async function clientLoader({ request }: { request: Request }) {
  const session = await readSession().catch(() => null)
  if (session?.role !== 'admin') return null
  throw redirect(afterLogin(session, new URL(request.url).searchParams))
}

const { Form, Field, Password } = formFor(adminLogin)

export default function AdminLoginScreen() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const handleDone = async () => {
    await navigate(afterLogin(await renewSession(), search), { replace: true })
  }
  return (
    <FrontDoor title="Admin Login" promise="Tests, students and results in one place.">
      <Form
        submit="Login"
        submitSize="hero"
        submitWide
        failed="Something went wrong. Please try again."
        onDone={handleDone}
      >
        <Field name="email" label="Email" type="email" inputMode="email" autoComplete="username" />
        <Password name="password" label="Password" autoComplete="current-password" />
      </Form>
      <p>
        <Link to={screens.adminForgotPassword}>Forgot password?</Link>
      </p>
      <p>
        Not an admin? <Link to={screens.studentLogin}>User Login</Link>
      </p>
    </FrontDoor>
  )
}
