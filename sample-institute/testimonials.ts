import type { Words } from '#web/institute/words.ts'

// The testimonials of the home page. A part with `isSample` is labelled on the page.

export const testimonials: Words<'testimonials.ts'>['testimonials'] = [
  {
    name: 'Ananya Deshpande',
    role: 'Front-end developer',
    rating: 5,
    feedback:
      'I came from a B.Com background and had never opened an editor. The weekly tests showed me what I had not understood, and by month five I was deploying my own apps.',
    isSample: true,
  },
  {
    name: 'Irfan Shaikh',
    role: 'Full stack developer',
    rating: 4,
    feedback:
      'The pace is honest: hard in the middle, but the trainers stay with you. Building the back-end myself is what got me through my interviews.',
    isSample: true,
  },
]
