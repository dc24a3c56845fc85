import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'
import { pagePaths } from '#contract/page-paths.ts'
import { findInstituteFile } from '../../institute-folder.ts'
import { type AdminPage, adminPages } from '../admin/admin-pages.ts'
import { getPostPath } from '../site/blog/post-order.ts'
import { loadWords } from '../vite/institute.ts'
import { listParentsTexts } from '../vite/parents-texts.ts'

const { posts } = await loadWords('posts.ts')
const parentsTexts = listParentsTexts()

export default [
  layout('../site/site-layout.tsx', [
    index('../site/home/home-screen.tsx'),
    route(pagePaths.about, '../site/about/about-screen.tsx'),
    route(pagePaths.course, '../site/course/course-screen.tsx'),
    route(pagePaths.blog, '../site/blog/blog-screen.tsx'),
    layout(
      '../site/blog/blog-post-screen.tsx',
      posts.map((post) => route(getPostPath(post), findInstituteFile(`posts/${post.id}.mdx`))),
    ),
    ...(parentsTexts.length > 0
      ? [
          layout(
            '../site/parents/parents-screen.tsx',
            parentsTexts.map(({ path, file }) => route(path, file)),
          ),
        ]
      : []),
    route(pagePaths.contact, '../site/contact/contact-screen.tsx'),
    route(pagePaths.privacyPolicy, '../site/privacy/privacy-policy-screen.tsx'),
    route(pagePaths.terms, '../site/terms/terms-screen.tsx'),
    route(pagePaths.registration, '../site/registration/registration-screen.tsx'),
    route('*', '../site/not-found-screen.tsx'),
  ]),
  route(pagePaths.studentLogin, '../student/student-login-screen.tsx'),
  route(pagePaths.changePassword, '../student/change-password-screen.tsx'),
  route(pagePaths.adminLogin, '../admin/admin-login-screen.tsx'),
  route(pagePaths.studentForgotPassword, '../account/forgot-password-screen.tsx', {
    id: 'student-forgot-password',
  }),
  route(pagePaths.adminForgotPassword, '../account/forgot-password-screen.tsx', {
    id: 'admin-forgot-password',
  }),
  layout('providers.tsx', [
    layout('../admin/admin-layout.tsx', routeAdminPages()),
    layout('../student/student-layout.tsx', [
      route(
        pagePaths.completeRegistration,
        '../site/registration/complete-registration-screen.tsx',
      ),
      route(pagePaths.studentPanel, '../student/panel/panel-screen.tsx'),
      route(pagePaths.lobby, '../student/lobby/lobby-screen.tsx'),
      route(pagePaths.studentSessions, '../account/sessions/sessions-screen.tsx', {
        id: 'student-sessions',
      }),
      route(pagePaths.results, '../student/results/result-list-screen.tsx'),
      route(pagePaths.resultDetail, '../student/results/result-detail-screen.tsx'),
    ]),
    route(pagePaths.quiz, '../student/quiz/quiz-screen.tsx'),
    route(pagePaths.practice, '../student/practice/practice-screen.tsx'),
  ]),
] satisfies RouteConfig

function routeAdminPages() {
  const pages: readonly AdminPage[] = adminPages
  return [...Map.groupBy(pages, ({ layout }) => layout)].flatMap(([frame, framed]) => {
    const routes = framed.map(({ path, screen }) => route(path, `../admin/${screen}`))
    return frame ? layout(`../admin/${frame}`, routes) : routes
  })
}
