import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'
import { pagePaths } from '#contract/page-paths.ts'
import { addressOfPost, posts } from './site/blog/posts.ts'

export default [
  layout('site/layout.tsx', [
    index('site/home/home.tsx'),
    route(pagePaths.about, 'site/about/about.tsx'),
    route(pagePaths.course, 'site/course/course.tsx'),
    route(pagePaths.blog, 'site/blog/blog.tsx'),
    layout(
      'site/blog/blog-post.tsx',
      posts.map((post) => route(addressOfPost(post), `site/blog/posts/${post.id}.mdx`)),
    ),
    route(pagePaths.contact, 'site/contact/contact.tsx'),
    route(pagePaths.privacyPolicy, 'site/privacy/privacy-policy.tsx'),
    route(pagePaths.terms, 'site/terms/terms.tsx'),
    route(pagePaths.registration, 'site/registration/registration.tsx'),
    route('*', 'site/not-found.tsx'),
  ]),
  route(pagePaths.studentLogin, 'student/login.tsx'),
  route(pagePaths.changePassword, 'student/change-password.tsx'),
  route(pagePaths.adminLogin, 'admin/login.tsx'),
  route(pagePaths.studentForgotPassword, 'forgot-password.tsx', { id: 'student-forgot-password' }),
  route(pagePaths.adminForgotPassword, 'forgot-password.tsx', { id: 'admin-forgot-password' }),
  layout('app.tsx', [
    layout('admin/layout.tsx', [
      route(pagePaths.secondFactor, 'account/second-factor.tsx'),
      route(pagePaths.adminSessions, 'account/sessions.tsx', { id: 'admin-sessions' }),
      route(pagePaths.adminHome, 'admin/exams/home.tsx'),
      route(pagePaths.createExam, 'admin/exams/create.tsx'),
      route(pagePaths.viewExam, 'admin/exams/view.tsx'),
      route(pagePaths.updateExam, 'admin/exams/update.tsx'),
      route(pagePaths.students, 'admin/students/list.tsx'),
      route(pagePaths.student, 'admin/students/detail.tsx'),
      route(pagePaths.enquiries, 'admin/enquiries/enquiries.tsx'),
      route(pagePaths.mail, 'admin/mail/mail.tsx'),
      route(pagePaths.audit, 'admin/audit/audit.tsx'),
      route(pagePaths.scoreList, 'admin/scores/scorelist.tsx'),
      route(pagePaths.score, 'admin/scores/student-scores.tsx'),
      route(pagePaths.examsWithAttempts, 'admin/scores/tests.tsx'),
      route(pagePaths.examScores, 'admin/scores/test-scores.tsx'),
      route(pagePaths.studentAnswers, 'admin/scores/student-answers.tsx'),
    ]),
    layout('student/layout.tsx', [
      route(pagePaths.studentPanel, 'student/panel/panel.tsx'),
      route(pagePaths.studentSessions, 'account/sessions.tsx', { id: 'student-sessions' }),
      route(pagePaths.results, 'student/results/result-list.tsx'),
      route(pagePaths.resultDetail, 'student/results/result-detail.tsx'),
    ]),
    route(pagePaths.quiz, 'student/quiz/quiz.tsx'),
  ]),
] satisfies RouteConfig
