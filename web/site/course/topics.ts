/** From the ground up, as they are learnt. */
export const topics = [
  {
    title: 'HTML/CSS/JS',
    text: 'The language of every page. Structure it, style it, make it respond.',
    skills: ['Semantic HTML5', 'Flexbox and Grid', 'Javascript ES6', 'DOM'],
  },
  {
    title: 'Front-end frameworks',
    text: 'Build in components, manage state and move between screens without a reload.',
    skills: ['React JS', 'Redux', 'Routing', 'Angular JS'],
  },
  {
    title: 'Back-end',
    text: 'Write the server that answers: APIs, sessions and file uploads.',
    skills: ['Node JS', 'Express', 'REST APIs', 'Authentication'],
  },
  {
    title: 'Databases',
    text: 'Choose a shape for your data, then store, query and index it.',
    skills: ['SQL', 'MongoDB', 'Modelling', 'Indexes'],
  },
  {
    title: 'Deployment',
    text: 'Put your work where people can use it, and keep it running.',
    skills: ['Linux basics', 'Containers', 'CI/CD', 'Monitoring'],
  },
  {
    title: 'Advanced topics',
    text: 'What separates a project from a product.',
    skills: ['Testing', 'Security', 'Performance', 'System design'],
  },
] as const
