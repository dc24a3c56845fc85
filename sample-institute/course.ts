import type { Words } from '#web/institute/words.ts'

type Course = Words<'course.ts'>

// The words of /course. A part with `isSample` is labelled on the page; take the line away once the
// part says what is so at your institute.

export const title = 'Full Stack course'
export const name = 'Full Stack Development'
export const description =
  'Full stack development in six layers and 6 months: HTML/CSS/JS, front-end frameworks, back-end, databases, deployment and advanced topics.'

export const heading: Course['heading'] = {
  title: 'Full Stack, week by week',
  text: 'Six months, six layers. Each rests on the one below it, so nothing is learnt out of order, and every month ends with something that runs.',
  isSample: true,
}

/** Shown until `course` in site.config.ts sets them. */
export const sampleFacts: Course['sampleFacts'] = {
  hours: {
    value: '10 hours a week in class',
    detail: 'and about 6 of your own practice',
    isSample: true,
  },
  schedule: { value: 'Monday to Friday', detail: '6:30 to 8:30 pm', isSample: true },
  language: { value: 'English', detail: 'questions also in Hindi and Marathi', isSample: true },
  prerequisites: {
    value: 'No CS degree',
    detail: 'You can use a computer and a browser',
    isSample: true,
  },
  tests: {
    value: 'One timed test a month',
    detail: 'with the result of each question',
    isSample: true,
  },
}

/** Bottom up, in the order in which they are taught. */
export const months: Course['months'] = [
  {
    title: 'HTML/CSS/JS',
    weeks: [
      'Pages, headings, lists, links, forms',
      'Layout with Flexbox and Grid',
      'Javascript ES6: values, arrays, functions',
      'The DOM, events and fetch',
    ],
    builds: 'A course catalogue that works on a phone, without any library',
    picture: 'page',
    isSample: true,
  },
  {
    title: 'Front-end frameworks',
    weeks: [
      'React JS with Components',
      'State, forms and effects',
      'Routing between screens',
      'Redux, and where Angular JS differs',
    ],
    builds: 'A small shop with a cart that survives a reload',
    picture: 'components',
    isSample: true,
  },
  {
    title: 'Back-end',
    weeks: [
      'Node JS and the first server',
      'REST APIs with Express',
      'Sessions, passwords and roles',
      'File uploads and error answers',
    ],
    builds: 'The shop’s API, with login for customers and staff',
    picture: 'calls',
    isSample: true,
  },
  {
    title: 'Databases',
    weeks: [
      'Tables, keys and SQL',
      'Joins, grouping and indexes',
      'Documents with MongoDB',
      'Modelling: which shape for which data',
    ],
    builds: 'Orders and stock that stay correct under two buyers',
    picture: 'tables',
    isSample: true,
  },
  {
    title: 'Deployment',
    weeks: [
      'Linux basics and the command line',
      'Containers',
      'CI/CD: test, build, ship',
      'Logs, backups and monitoring',
    ],
    builds: 'The shop on the internet, with a deploy on every push',
    picture: 'cloud',
    isSample: true,
  },
  {
    title: 'Advanced topics',
    weeks: [
      'Testing from unit to browser',
      'Security: what attackers try first',
      'Performance on slow phones',
      'System design, and your own project',
    ],
    builds: 'A project of your own, shown to the class and to a reviewer',
    picture: 'checks',
    isSample: true,
  },
]

export const afterLastWeek: Course['afterLastWeek'] = {
  text: 'Your project is shown to the class, and one last timed test covers all six layers.',
  isSample: true,
}

export const questions: Course['questions'] = [
  {
    question: 'Do I need a CS degree?',
    answer:
      'No. A CS degree is no longer a roadblock. You need to be at home with a computer and to have time for practice between the classes.',
    isSample: true,
  },
  {
    question: 'What if I miss a class?',
    answer:
      'Tell us before. With leave agreed beforehand you are eligible for a backup; the terms say how leave works.',
    isSample: true,
  },
  {
    question: 'Do I need my own laptop?',
    answer: 'It helps: you practise at home. In class every student has a workstation.',
    isSample: true,
  },
  {
    question: 'Can I start in the middle?',
    answer: 'No. Each layer rests on the one below it, so everybody starts with week 1 of a batch.',
    isSample: true,
  },
  {
    question: 'How are the tests held?',
    answer:
      'On your own login, with a clock. Before you start, the page says what ends a test and whether you can go back; a practice room lets you try it first.',
  },
  {
    question: 'What do I get at the end?',
    answer:
      'A project of your own that runs on the internet, and all your results, question by question.',
    isSample: true,
  },
]

export const otherCoursesLead: Course['otherCoursesLead'] = {
  text: 'Separate, shorter courses on one subject. Length, batches and fees on enquiry.',
  isSample: true,
}

/** Each group has an anchor, to which the footer links. The courses are those of the registration. */
export const otherCourses: Course['otherCourses'] = [
  {
    id: 'front-end',
    title: 'Front End Development',
    text: 'What people see and touch.',
    courses: [
      {
        name: 'React JS',
        text: 'Components, state and routing, for people who know Javascript',
      },
      {
        name: 'Web Design',
        text: 'Pages that are well structured and read well on any screen',
      },
    ],
    isSample: true,
  },
  {
    id: 'back-end',
    title: 'Back End Development',
    text: 'The part that answers.',
    courses: [
      { name: 'Node JS', text: 'Servers and REST APIs in Javascript' },
      { name: 'PHP', text: 'Sites with forms, sessions and a database' },
      { name: 'Python', text: 'From the first script to a small service' },
      { name: 'Core Java', text: 'The language, collections, files' },
      { name: 'Advanced Java', text: 'Servlets, JDBC and web applications' },
    ],
    isSample: true,
  },
  {
    id: 'graphics',
    title: 'Graphics Designing',
    text: 'From a brief to a printed or posted piece.',
    courses: [
      { name: 'Photoshop', text: 'Retouching, masks, export for web and print' },
      { name: 'Graphic Design', text: 'Type, colour, layout and a small identity' },
    ],
    isSample: true,
  },
  {
    id: 'ui-ux',
    title: 'UI UX Designing',
    text: 'Screens that people understand at once. Taught as part of Web Design: flows, wireframes, prototypes.',
    courses: [],
    isSample: true,
  },
  {
    id: 'more',
    title: 'More',
    text: 'For everyday work, phones and getting found.',
    courses: [
      { name: 'Android', text: 'A first app, from layout to a signed build' },
      { name: 'Computer Basics', text: 'Files, documents, spreadsheets, email' },
      { name: 'Digital Marketing', text: 'Search, social media and measuring both' },
    ],
    isSample: true,
  },
]
