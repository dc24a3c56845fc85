import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'
import { pagePaths } from '#contract/page-paths.ts'
import { findInstituteFile } from '../../institute-folder.ts'
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
    layout('../admin/admin-layout.tsx', [
      route(pagePaths.secondFactor, '../account/second-factor/second-factor-screen.tsx'),
      route(pagePaths.adminSessions, '../account/sessions/sessions-screen.tsx', {
        id: 'admin-sessions',
      }),
      route(pagePaths.adminHome, '../admin/exams/exam-list-screen.tsx'),
      route(pagePaths.createExam, '../admin/exams/create-exam-screen.tsx'),
      route(pagePaths.viewExam, '../admin/exams/view-exam-screen.tsx'),
      route(pagePaths.updateExam, '../admin/exams/update-exam-screen.tsx'),
      route(pagePaths.examWindows, '../admin/batches/windows/exam-windows-screen.tsx'),
      route(pagePaths.batches, '../admin/batches/batches-screen.tsx'),
      route(pagePaths.batch, '../admin/batches/batch-screen.tsx'),
      route(pagePaths.today, '../admin/batches/today/today-screen.tsx'),
      route(pagePaths.register, '../admin/batches/registers/register-screen.tsx'),
      route(pagePaths.students, '../admin/students/students-screen.tsx'),
      route(pagePaths.student, '../admin/students/student-screen.tsx'),
      layout('../admin/students/import/import-layout.tsx', [
        route(pagePaths.importStudents, '../admin/students/import/source-step.tsx'),
        route(pagePaths.importColumns, '../admin/students/import/column-step.tsx'),
        route(pagePaths.importCheck, '../admin/students/import/check-step.tsx'),
        route(pagePaths.importConfirm, '../admin/students/import/confirm-step.tsx'),
        route(pagePaths.importDone, '../admin/students/import/done-step.tsx'),
      ]),
      route(pagePaths.incidents, '../admin/incidents/incidents-screen.tsx'),
      route(pagePaths.enquiries, '../admin/enquiries/enquiries-screen.tsx'),
      route(pagePaths.mail, '../admin/email-log/email-log-screen.tsx'),
      route(pagePaths.staff, '../admin/staff/staff-screen.tsx'),
      route(pagePaths.audit, '../admin/audit-log/audit-log-screen.tsx'),
      route(pagePaths.scoreList, '../admin/results/results-screen.tsx'),
      route(pagePaths.score, '../admin/results/student-scores-screen.tsx'),
      route(pagePaths.examsWithAttempts, '../admin/results/results-by-exam-screen.tsx'),
      route(pagePaths.examScores, '../admin/results/exam-scores-screen.tsx'),
      route(pagePaths.studentAnswers, '../admin/results/student-answers-screen.tsx'),
      route(pagePaths.liveExams, '../admin/live/live-exams-screen.tsx'),
      route(pagePaths.live, '../admin/live/live-screen.tsx'),
    ]),
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
