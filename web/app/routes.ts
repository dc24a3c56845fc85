import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'
import { pagePaths } from '#contract/page-paths.ts'
import { getPostPath, posts } from '../site/blog/posts.ts'

export default [
  layout('../site/site-layout.tsx', [
    index('../site/home/home-screen.tsx'),
    route(pagePaths.about, '../site/about/about-screen.tsx'),
    route(pagePaths.course, '../site/course/course-screen.tsx'),
    route(pagePaths.blog, '../site/blog/blog-screen.tsx'),
    layout(
      '../site/blog/blog-post-screen.tsx',
      posts.map((post) => route(getPostPath(post), `../site/blog/posts/${post.id}.mdx`)),
    ),
    route(pagePaths.contact, '../site/contact/contact-screen.tsx'),
    route(pagePaths.privacyPolicy, '../site/privacy/privacy-policy-screen.tsx'),
    route(pagePaths.terms, '../site/terms/terms-screen.tsx'),
    route(pagePaths.registration, '../site/registration/registration-screen.tsx'),
    route('*', '../site/not-found-screen.tsx'),
  ]),
  route(pagePaths.studentLogin, '../student/login.tsx'),
  route(pagePaths.changePassword, '../student/change-password.tsx'),
  route(pagePaths.adminLogin, '../admin/login.tsx'),
  route(pagePaths.studentForgotPassword, '../account/forgot-password-screen.tsx', { id: 'student-forgot-password' }),
  route(pagePaths.adminForgotPassword, '../account/forgot-password-screen.tsx', { id: 'admin-forgot-password' }),
  layout('providers.tsx', [
    layout('../admin/layout.tsx', [
      route(pagePaths.secondFactor, '../account/second-factor/second-factor-screen.tsx'),
      route(pagePaths.adminSessions, '../account/sessions/sessions-screen.tsx', { id: 'admin-sessions' }),
      route(pagePaths.adminHome, '../admin/exams/home.tsx'),
      route(pagePaths.createExam, '../admin/exams/create.tsx'),
      route(pagePaths.viewExam, '../admin/exams/view.tsx'),
      route(pagePaths.updateExam, '../admin/exams/update.tsx'),
      route(pagePaths.students, '../admin/students/list.tsx'),
      route(pagePaths.student, '../admin/students/detail.tsx'),
      route(pagePaths.enquiries, '../admin/enquiries/enquiries.tsx'),
      route(pagePaths.mail, '../admin/mail/mail.tsx'),
      route(pagePaths.audit, '../admin/audit/audit.tsx'),
      route(pagePaths.scoreList, '../admin/scores/scorelist.tsx'),
      route(pagePaths.score, '../admin/scores/student-scores.tsx'),
      route(pagePaths.examsWithAttempts, '../admin/scores/tests.tsx'),
      route(pagePaths.examScores, '../admin/scores/test-scores.tsx'),
      route(pagePaths.studentAnswers, '../admin/scores/student-answers.tsx'),
    ]),
    layout('../student/layout.tsx', [
      route(pagePaths.studentPanel, '../student/panel/panel.tsx'),
      route(pagePaths.studentSessions, '../account/sessions/sessions-screen.tsx', { id: 'student-sessions' }),
      route(pagePaths.results, '../student/results/result-list.tsx'),
      route(pagePaths.resultDetail, '../student/results/result-detail.tsx'),
    ]),
    route(pagePaths.quiz, '../student/quiz/quiz.tsx'),
  ]),
] satisfies RouteConfig
