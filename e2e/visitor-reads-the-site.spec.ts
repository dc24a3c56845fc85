import { retention } from '#core/students/retention.ts'
import { describeTerm } from '#core/students/retention-terms.ts'
import { expect, test } from './fixtures.ts'
import { getLiveRegion } from './live-region.ts'

// As most people see it.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('home has its promised content', async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveTitle('FSL Academy | Become a FSD the correct way')
  await expect(page.getByRole('link', { name: '+91 98765 43210' }).first()).toHaveAttribute(
    'href',
    'tel:+919876543210',
  )
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Become A Full Stack Developer in just 6 Months',
  )
  await expect(page.getByRole('link', { name: 'Join Now' })).toHaveAttribute(
    'href',
    '/registration',
  )
  await expect(
    page.getByRole('heading', { name: 'FSL - A LEARNING PLATFORM TO HELP YOU JUMP INTO TECH' }),
  ).toBeVisible()
  await expect(page.getByText('A CS degree is no longer a roadblock.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Explore More' })).toHaveAttribute('href', '/course')

  const stories = page.getByRole('region', { name: 'Success Stories' })
  await expect(stories.getByRole('img', { name: '5 out of 5 stars' })).toBeVisible()
  await expect(stories.getByRole('img', { name: '4 out of 5 stars' })).toBeVisible()

  const offer = page.getByRole('region', { name: 'What We Offer' })
  await expect(offer.getByRole('heading', { name: 'Front Web Development' })).toBeVisible()
  await expect(offer.getByRole('list', { name: 'Skills' }).getByRole('listitem')).toHaveText([
    'HTML5',
    'CSS',
    'Bootstrap',
    'JQuery',
    'Javascript ES6 Basic',
    'Angular JS',
    'React JS with Components',
    'Redux',
    'Routing',
  ])
  await expect(offer.getByRole('link', { name: 'View All' })).toHaveAttribute('href', '/course')
  const enrol = offer.getByRole('link', { name: 'Enroll Now' })
  await expect(enrol).toHaveCount(2)
  await expect(enrol.first()).toHaveAttribute('href', '/registration')

  await expect(page.getByRole('heading', { name: 'How To Join Us?' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Send Enquiry' })).toBeVisible()
})

test('home shows the product: a question by keyboard, pictures, and a stack that assembles', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 640 })
  await page.goto('/')
  const figure = page.getByRole('figure', { name: 'Six layers of a full stack' })
  const layer = figure.locator('g').first()
  await expect(figure).toHaveAttribute('data-assembly', 'waits')
  await expect(layer).toHaveCSS('opacity', '0')
  await figure.scrollIntoViewIfNeeded()
  await expect(layer).toHaveCSS('opacity', '1')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect(layer).toHaveCSS('animation-name', 'none')

  const part = page.getByRole('region', { name: 'Try a question now' })
  await part.getByRole('radio', { name: '2500' }).focus()
  await expect(async () => {
    await page.keyboard.press('d')
    await expect(part.getByText('Your answer')).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(part.getByText('Correct answer')).toBeVisible()
  await expect(getLiveRegion(part)).toContainText('takes the first item')
  await expect(part.getByRole('button', { name: 'Next sample question' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(part.getByText('2 of 3')).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await expect(part.getByRole('radio', { name: '3' })).toBeFocused()
  await expect(part.getByRole('radio', { checked: true })).toHaveCount(0)
  await page.keyboard.press('Space')
  await expect(part.getByText('Your answer, correct')).toBeVisible()

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const pictures = page.getByRole('region', { name: 'What you work with' }).getByRole('img')
    await expect(pictures).toHaveCount(2)
    for (const picture of await pictures.all()) {
      // Playwright's own scrolling waits for frames, which an idle headless browser may owe for ever.
      await picture.evaluate((element) => element.scrollIntoView())
      await expect(picture).toHaveJSProperty('complete', true)
      await expect(picture).not.toHaveJSProperty('naturalWidth', 0)
    }
  }
})

test('a press on the sample question counts even if its code arrives during the press', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/', { waitUntil: 'networkidle' })
  const press = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await press.promise
    await route.continue()
  })
  const part = page.getByRole('region', { name: 'Try a question now' })
  const loading = page.waitForRequest(/\.js$/)
  await part.getByRole('radio').first().hover()
  await loading
  await page.mouse.down()
  press.resolve()
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(500)
  await page.mouse.up()
  await expect(part.getByText(/^Why/)).toBeVisible()
})

test('an answer to the sample question counts even before its code arrives', {
  tag: '@long',
}, async ({ page }) => {
  for (const isHeld of [false, true]) {
    const press = Promise.withResolvers<void>()
    await page.route('**/*.js', async (route) => {
      await press.promise
      await route.continue()
    })
    await page.goto('/', { waitUntil: 'commit' })
    const part = page.getByRole('region', { name: 'Try a question now' })
    await part.getByRole('radio').first().hover()
    await page.mouse.down()
    if (!isHeld) await page.mouse.up()
    press.resolve()
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(500)
    if (isHeld) await page.mouse.up()
    await expect(part.getByText(/^Why/)).toBeVisible()
    await page.unroute('**/*.js')
  }
})

test('only Frontend is active, and the other parts say when they come', async ({ page }) => {
  await page.goto('/')
  const getTab = (name: string) => page.getByRole('tab', { name })
  await expect(getTab('Frontend Months 1 and 2')).toHaveAttribute('aria-selected', 'true')
  for (const name of ['Backend Months 3 and 4', 'Full Stack Months 5 and 6']) {
    await expect(getTab(name)).toHaveAttribute('aria-disabled', 'true')
    await getTab(name).click({ force: true })
  }
  await expect(getTab('Frontend')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByText(/not open/)).toHaveCount(0)
})

test('the footer leads to every notice, and social icons lead nowhere yet', async ({ page }) => {
  await page.goto('/')
  const footer = page.getByRole('contentinfo')
  for (const name of [
    'Front End Development',
    'Back End Development',
    'Graphics Designing',
    'UI UX Designing',
  ]) {
    await footer.getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 3, name })).toBeInViewport()
  }
  for (const [name, href] of [
    ['About Us', '/about'],
    ['Contact Us', '/contact'],
    ['Terms & Condition', '/terms'],
    ['Privacy Policy', '/privacy-policy'],
  ] as const) {
    await expect(footer.getByRole('link', { name })).toHaveAttribute('href', href)
  }
  await expect(footer).toContainText('2nd Floor, Lakshmi Chambers,')
  await expect(footer).toContainText('Copyright © 2024 | All Rights Reserved')
  await expect(footer.locator('a:not([href])')).toHaveCount(4)
})

test('the navbar links to every part of the site', async ({ page, complaints: _ }) => {
  await page.goto('/')
  const bar = page.getByRole('navigation', { name: 'Site' })
  await bar.getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveTitle('About | FSL Academy')
  await bar.getByRole('link', { name: 'Blog' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blog')
  await bar.getByRole('link', { name: 'Contact Us' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact Us')
  await bar.getByRole('link', { name: 'Home' }).click()
  await expect(page).toHaveURL('/')
  await page.getByRole('link', { name: 'Login' }).click()
  await expect(page).toHaveURL('/student/login')
})

test('the course is a syllabus of six layers, bottom up, and its bar marks the part in view', async ({
  page,
}) => {
  await page.goto('/course')
  const path = page.getByRole('region', { name: 'The path' })
  await expect(path.getByRole('heading', { level: 3 })).toHaveText([
    'HTML/CSS/JS',
    'Front-end frameworks',
    'Back-end',
    'Databases',
    'Deployment',
    'Advanced topics',
  ])
  await expect(path.getByText(/^Week \d+$/)).toHaveCount(24)
  await expect(page.getByRole('definition').filter({ hasText: 'On enquiry' })).toBeVisible()
  await expect(page.getByText(/^Sample text: Hours, Schedule/)).toBeVisible()

  const bar = page.getByRole('navigation', { name: 'On this page' })
  await bar.getByRole('link', { name: 'Questions' }).click()
  await expect(bar.getByRole('link', { name: 'Questions' })).toHaveAttribute(
    'aria-current',
    'location',
  )
  await expect(bar).toBeInViewport({ ratio: 1 })
  await page.getByText('What if I miss a class?').click()
  await expect(page.getByText(/eligible for a backup/)).toBeVisible()
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  await expect(bar.getByRole('link', { name: '6 months' })).toHaveAttribute(
    'aria-current',
    'location',
  )
})

test('the blog has three posts, and each can be read', async ({ page }) => {
  await page.goto('/blog')
  const posts = page.getByRole('article').getByRole('link')
  await expect(posts).toHaveText([
    'How to sit a timed test without panic',
    'Flexbox or Grid: decide in ten seconds',
    'What a full stack developer does all day',
  ])
  const names = await posts.allTextContents()
  for (const [index, name] of names.entries()) {
    await posts.nth(index).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await expect(page).toHaveTitle(`${name} | FSL Academy`)
    const next = page.getByRole('region', { name: 'Next post' })
    await expect(next.getByRole('link')).toHaveText(names[(index + 1) % names.length] ?? '')
    await expect(page.getByRole('link', { name: 'Join Now' })).toHaveAttribute(
      'href',
      '/registration',
    )
    await page.getByRole('article').getByRole('link', { name: 'Blog' }).click()
    await expect(page).toHaveURL('/blog')
  }
})

test('the terms are the same on their page as in the dialog', async ({ page }) => {
  await page.goto('/registration')
  await page.getByRole('link', { name: 'Terms & Conditions' }).click()
  await expect(page.getByRole('button', { name: 'I Agree' })).toBeVisible()
  const inDialog = await page.getByRole('dialog').getByRole('listitem').allTextContents()
  await page.goto('/terms')
  await expect(page.getByRole('article').getByRole('listitem')).toHaveText(inDialog)
  expect(inDialog).toHaveLength(4)
})

test('the privacy notice says what is kept, why, how long, and how to have it erased', async ({
  page,
}) => {
  await page.goto('/privacy-policy')
  const notice = page.getByRole('article')
  for (const words of ['What we keep, and why', 'How long we keep it', 'What you can ask of us']) {
    await expect(notice.getByRole('heading', { name: words })).toBeVisible()
  }
  await expect(notice).toContainText('to have it erased')
  await expect(notice).toContainText('hello@fslacademy.example')
  for (const rule of Object.values(retention)) {
    await expect(notice).toContainText(rule.what)
    await expect(notice).toContainText(describeTerm(rule), { ignoreCase: true })
  }
})

for (const path of ['/nowhere', '/blog/nowhere', '/registration/more']) {
  test(`${path} is a friendly 404`, async ({ page, complaints }) => {
    const response = await page.goto(path)
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'This layer is missing' })).toBeVisible()
    await expect(page).toHaveTitle(/^Page not found/)
    await page.getByRole('link', { name: 'Go to Home' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Become A Full Stack')
    expect(complaints.filter((words) => !words.includes('404'))).toEqual([])
    complaints.length = 0 // the browser's own line about the 404
  })
}
