import { useEffect, useState } from 'react'
import { useLoaderData, useNavigate } from 'react-router'
import { changePassword } from '#contract/accounts.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { formFor } from '../kit/form/form-for.tsx'
import { FrontDoor } from '../kit/front-door.tsx'
import { Notice } from '../kit/notice.tsx'
import { titled } from '../kit/title.ts'
import { readSession, renewSession, type Session } from '../session.tsx'
import css from './change-password.module.css'

export const meta = titled('Change password')

/** Open to students, admins, and to whoever knows an old password. */
export function clientLoader(): Promise<Session | null> {
  return readSession().catch(() => null)
}

const { Form, Field, Password } = formFor(changePassword)
const redirectAfterMs = 2000
const homes = {
  student: { path: pagePaths.studentPanel, told: 'Taking you to your panel…' },
  admin: { path: pagePaths.adminHome, told: 'Taking you to the admin home…' },
} as const

export default function ChangePasswordScreen() {
  const session = useLoaderData<typeof clientLoader>()
  const [isFirst] = useState(session?.firstTimeSignin ?? false)
  const [changed, setChanged] = useState<Session['role'] | null>(null)
  const home = changed && homes[changed]
  useLeaveFor(home?.path)

  const handleDone = async ({ role }: { role: Session['role'] }) => {
    await renewSession().catch(() => null)
    setChanged(role)
  }
  return (
    <FrontDoor title="Change password">
      {isFirst && (
        <div className={css.first}>
          <Notice>You logged in with a one-time password. Please choose your own password.</Notice>
        </div>
      )}
      <Form
        submit="Change password"
        submitSize="hero"
        submitWide
        failed="An error occurred. Please try again."
        blocked={home?.told}
        initial={session ? { email: session.email } : undefined}
        onDone={handleDone}
      >
        <Field name="email" label="Email" type="email" inputMode="email" autoComplete="username" />
        <Password name="password" label="Old password" autoComplete="current-password" />
        <Password
          name="newPassword"
          label="New password"
          hint="8 characters or more. A short sentence works well."
          autoComplete="new-password"
        />
        {home && (
          <Notice tone="ok">
            <b>Password updated successfully.</b>
          </Notice>
        )}
      </Form>
    </FrontDoor>
  )
}

function useLeaveFor(home: string | undefined) {
  const navigate = useNavigate()
  useEffect(() => {
    if (!home) return
    const timer = setTimeout(() => navigate(home, { replace: true }), redirectAfterMs)
    return () => clearTimeout(timer)
  }, [home, navigate])
}
