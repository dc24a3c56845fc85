import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'
import { screens } from '#contract/screens.ts'
import { addressOfPost, posts } from './site/blog/posts.ts'

export default [
  layout('site/layout.tsx', [
    index('site/home/home.tsx'),
    route(screens.about, 'site/about/about.tsx'),
    route(screens.course, 'site/course/course.tsx'),
    route(screens.blog, 'site/blog/blog.tsx'),
    layout(
      'site/blog/blog-post.tsx',
      posts.map((post) => route(addressOfPost(post), `site/blog/posts/${post.id}.mdx`)),
    ),
    route(screens.contact, 'site/contact/contact.tsx'),
    route(screens.privacyPolicy, 'site/privacy/privacy-policy.tsx'),
    route(screens.terms, 'site/terms/terms.tsx'),
    route(screens.registration, 'site/registration/registration.tsx'),
    route('*', 'site/not-found.tsx'),
  ]),
  route(screens.studentLogin, 'student/login.tsx'),
  route(screens.changePassword, 'student/change-password.tsx'),
  route(screens.adminLogin, 'admin/login.tsx'),
  route(screens.studentForgotPassword, 'forgot-password.tsx', { id: 'student-forgot-password' }),
  route(screens.adminForgotPassword, 'forgot-password.tsx', { id: 'admin-forgot-password' }),
  layout('app.tsx', [
    layout('admin/layout.tsx', [
      route(screens.secondFactor, 'account/second-factor.tsx'),
      route(screens.adminSessions, 'account/sessions.tsx', { id: 'admin-sessions' }),
      route(screens.adminHome, 'admin/exams/home.tsx'),
      route(screens.createTest, 'admin/exams/create.tsx'),
      route(screens.viewTest, 'admin/exams/view.tsx'),
      route(screens.updateTest, 'admin/exams/update.tsx'),
      route(screens.students, 'admin/students/list.tsx'),
      route(screens.student, 'admin/students/detail.tsx'),
      route(screens.enquiries, 'admin/enquiries/enquiries.tsx'),
      route(screens.mail, 'admin/mail/mail.tsx'),
      route(screens.audit, 'admin/audit/audit.tsx'),
      route(screens.scorelist, 'admin/scores/scorelist.tsx'),
      route(screens.score, 'admin/scores/student-scores.tsx'),
      route(screens.testsWithAttempts, 'admin/scores/tests.tsx'),
      route(screens.testScores, 'admin/scores/test-scores.tsx'),
      route(screens.studentAnswers, 'admin/scores/student-answers.tsx'),
    ]),
    layout('student/layout.tsx', [
      route(screens.studentPanel, 'student/panel/panel.tsx'),
      route(screens.studentSessions, 'account/sessions.tsx', { id: 'student-sessions' }),
      route(screens.results, 'student/results/result-list.tsx'),
      route(screens.resultDetail, 'student/results/result-detail.tsx'),
    ]),
    route(screens.quiz, 'student/quiz/quiz.tsx'),
  ]),
] satisfies RouteConfig
