import { expect } from './fixtures.ts'
import type { User } from './user.ts'

/** Once scripts have taken the page over, and not only as it was sent. */
export async function seeLivingHeading(user: User, heading: string) {
  const readHeadings = () =>
    user.page
      .evaluate(() =>
        Array.from(document.querySelectorAll('h1'))
          .filter((one) => Object.keys(one).some((key) => key.startsWith('__reactFiber')))
          .map((one) => one.innerText.replace(/\s+/g, ' ').trim()),
      )
      .catch(() => [])
  await expect.poll(readHeadings, { message: heading }).toEqual([heading])
}
