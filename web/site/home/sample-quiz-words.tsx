import { IconCloudCheck, IconKeyboard, IconListCheck } from '@tabler/icons-react'

const claims = [
  { Icon: IconCloudCheck, text: 'Every answer shows that it is saved' },
  { Icon: IconListCheck, text: 'After release, each question with its right answer' },
  { Icon: IconKeyboard, text: 'Works by keyboard, on a phone and on a weak line' },
] as const

export function SampleQuizWords() {
  return (
    <>
      <h2 id="try-title">Try a question now</h2>
      <p>
        This is the quiz as students see it, with the review they get afterwards. No login, no
        clock.
      </p>
      <ul>
        {claims.map(({ Icon, text }) => (
          <li key={text}>
            <Icon size={20} stroke={1.75} aria-hidden="true" />
            {text}
          </li>
        ))}
      </ul>
    </>
  )
}
