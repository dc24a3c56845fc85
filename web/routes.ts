import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'
import { screens } from '#contract/screens.ts'

export default [
  layout('site/layout.tsx', [index('site/home.tsx')]),
  route(screens.studentLogin, 'student/login.tsx'),
  route(screens.changePassword, 'student/change-password.tsx'),
  route(screens.adminLogin, 'admin/login.tsx'),
  route('*', 'site/not-found.tsx'),
] satisfies RouteConfig
