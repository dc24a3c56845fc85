import { getSharePicturePath } from '#web/site/share-picture.ts'
import { expect, test } from './fixtures.ts'

test.use({ javaScriptEnabled: false })

const pages = [
  { path: '/', heading: 'Become A Full Stack Developer in just 6 Months' },
  { path: '/about', heading: 'A classroom, a stack and people who explain' },
  { path: '/course', heading: 'Full Stack, week by week' },
  { path: '/blog', heading: 'Blog' },
  { path: '/blog/flexbox-or-grid', heading: 'Flexbox or Grid: decide in ten seconds' },
  { path: '/contact', heading: 'Contact Us' },
  { path: '/privacy-policy', heading: 'Privacy Policy' },
  { path: '/terms', heading: 'Terms & Condition' },
  { path: '/registration', heading: 'Register' },
] as const

for (const { path, heading } of pages) {
  test(`${path} can be read, and is listed for search engines`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(page.getByRole('contentinfo')).toBeVisible()

    const getHead = (selector: string) => page.locator(`head ${selector}`)
    await expect(getHead('meta[name=description]')).toHaveAttribute('content', /.{40,}/)
    await expect(getHead('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`${path}$`))
    await expect(getHead('meta[property="og:title"]')).toHaveAttribute('content', /FSL Academy/)
    const picture = await getHead('meta[property="og:image"]').getAttribute('content')
    const sent = await page.request.get(new URL(picture ?? '').pathname)
    expect(sent.headers()['content-type']).toBe('image/png')
    expect(new URL(picture ?? '').pathname).toBe(getSharePicturePath(path))
  })
}

for (const [path, heading] of [
  ['/student/login', 'Student Login'],
  ['/student/forgotPassword', 'Forgot password'],
  ['/student/changePassword', 'Change password'],
  ['/admin/login', 'Admin Login'],
  ['/admin/forgotPassword', 'Forgot password'],
] as const) {
  test(`${path} says what the page is, and that it needs JavaScript`, async ({ page }) => {
    await page.goto(path)
    await expect(page).toHaveTitle(`${heading} | FSL Academy`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(page.locator('noscript p')).toBeVisible()
    await expect(page.locator('head meta[name=description]')).toHaveAttribute('content', /.{40,}/)
  })
}

for (const path of ['/student/studentpanel', '/student/quiz/any', '/admin/home', '/getScore/any']) {
  test(`${path} has a title, and says that it needs JavaScript`, async ({ page }) => {
    await page.goto(path)
    await expect(page).toHaveTitle('FSL Academy')
    await expect(page.locator('noscript p')).toBeInViewport()
    await expect(page.locator('noscript p')).toContainText('This page needs JavaScript')
  })
}

test('the site has icons for tabs, home screens and search engines', async ({ page }) => {
  await page.goto('/')
  for (const [path, type] of [
    ['/favicon.ico', /image\/(x-icon|vnd\.microsoft\.icon)/],
    ['/apple-touch-icon.png', /image\/png/],
    ['/manifest.webmanifest', /application\/manifest\+json/],
  ] as const) {
    const reply = await page.request.get(path)
    expect(reply.status()).toBe(200)
    expect(reply.headers()['content-type']).toMatch(type)
  }
  await expect(page.locator('head link[rel=manifest]')).toHaveAttribute(
    'href',
    '/manifest.webmanifest',
  )
  const manifest = await (await page.request.get('/manifest.webmanifest')).json()
  expect(manifest).toMatchObject({ name: 'FSL Academy', start_url: '/' })
  for (const { src } of manifest.icons) expect((await page.request.get(src)).status()).toBe(200)
  await expect(page.locator('head meta[name=theme-color]')).toHaveCount(2)
})

for (const path of ['/registration', '/contact', '/'] as const) {
  test(`the form on ${path} says that it needs JavaScript`, async ({ page }) => {
    await page.goto(path)
    // Found by position: Playwright reads no text inside a noscript element.
    await expect(page.locator('noscript p')).toBeVisible()
    await expect(page.getByRole('button', { name: /Register|Send Enquiry/ })).toBeDisabled()
  })
}

test('search engines get structured data', async ({ page }) => {
  const readStructuredData = async (path: string) => {
    await page.goto(path)
    const text = await page.locator('script[type="application/ld+json"]').textContent()
    return JSON.parse(text ?? '{}') as Record<string, unknown>
  }
  expect(await readStructuredData('/')).toMatchObject({
    '@type': 'EducationalOrganization',
    name: 'FSL Academy',
    telephone: '+91 98765 43210',
  })
  expect(await readStructuredData('/course')).toMatchObject({
    '@type': 'Course',
    timeRequired: 'P6M',
  })
  expect(await readStructuredData('/blog/flexbox-or-grid')).toMatchObject({
    '@type': 'BlogPosting',
    datePublished: '2026-11-02',
  })
})

test('the sitemap names every public page, and each exists', async ({ page }) => {
  const robots = await (await page.request.get('/robots.txt')).text()
  expect(robots).toMatch(/Sitemap: .*\/sitemap\.xml/)
  expect(robots).toContain('Disallow: /admin/')
  const sitemap = await (await page.request.get('/sitemap.xml')).text()
  const paths = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, address]) => new URL(address ?? '').pathname,
  )
  expect(paths).toEqual(expect.arrayContaining(pages.map(({ path }) => path)))
  for (const path of paths) expect((await page.request.get(path)).status()).toBe(200)
})
