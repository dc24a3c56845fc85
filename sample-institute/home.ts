import type { Words } from '#web/institute/words.ts'

// The words of the home page, but for testimonials and questions to try.

type Home = Words<'home.ts'>

export const title = 'Become a FSD the correct way'
export const description =
  'Become a full stack developer in 6 months: six layers from HTML to deployment, a trainer beside you, timed tests with question-wise results. No CS degree needed.'

export const hero: Home['hero'] = {
  title: 'Become A Full Stack Developer in just',
  marked: '6 Months',
  lead: 'Six layers, one path. Learn every part of the stack with a trainer, sit timed tests along the way, and see question by question what to work on next.',
  facts: [
    { title: '6 months', text: 'from first tag to full stack' },
    { title: '6 topics', text: 'front-end to deployment' },
    { title: 'Timed tests', text: 'with question-wise results' },
  ],
  layers: [
    'HTML/CSS/JS',
    'Front-end frameworks',
    'Back-end',
    'Databases',
    'Deployment',
    'Advanced topics',
  ],
  layersLabel: 'Six layers of a full stack',
}

export const banner: Home['banner'] = {
  title: 'FSL - A LEARNING PLATFORM TO HELP YOU JUMP INTO TECH',
  text: 'A CS degree is no longer a roadblock. What you can build, test and ship is what gets you in, and that can be learnt in 6 months.',
}

export const offer: Home['offer'] = {
  lead: 'One course of 6 months in three parts, in this order.',
  parts: [
    { name: 'Frontend', months: 'Months 1 and 2' },
    { name: 'Backend', months: 'Months 3 and 4' },
    { name: 'Full Stack', months: 'Months 5 and 6' },
  ],
  title: 'Front Web Development',
  text: 'Build what people see and touch. Start with pages that are well structured and work on every screen, then move to components, state and routing in the frameworks teams use at work.',
  skills: [
    'HTML5',
    'CSS',
    'Bootstrap',
    'JQuery',
    'Javascript ES6 Basic',
    'Angular JS',
    'React JS with Components',
    'Redux',
    'Routing',
  ],
  courses: [
    {
      title: 'HTML5, CSS and Javascript',
      text: 'Structure, style and behaviour: responsive pages from a blank file.',
    },
    {
      title: 'React JS with Components',
      text: 'Components, Redux and routing: a complete single-page app.',
    },
  ],
}

export const joinUs: Home['joinUs'] = {
  lead: 'You need a phone number, an email address and about ten minutes. A CS degree is not on the list.',
  steps: [
    {
      title: 'Send an enquiry or call us',
      text: 'Tell us which course you have in mind. We answer questions on fees, timings and content.',
    },
    {
      title: 'Fill in the registration form',
      text: 'Personal, parent, address, education and course details, then the terms.',
    },
    {
      title: 'Log in and start',
      text: 'Set your own password at first login. Your tests and results appear on your panel.',
    },
  ],
}
