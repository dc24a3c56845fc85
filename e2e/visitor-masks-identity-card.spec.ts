import { randomBytes } from 'node:crypto'
import { type AddressInfo, connect, createServer } from 'node:net'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { getStudent, listStudents } from '#contract/students.ts'
import { addPicture, fillStudentRegistration, getFields } from '#test/registration-page.ts'
import { test as base, expect, type ListeningTestApp } from './fixtures.ts'
import { createLargePhoto, saveFile } from './photo-files.ts'

type RecordingProxy = {
  readonly url: string
  readonly sent: () => Buffer
  readonly close: () => void
}

/** Passes everything on to the test app, and records what the browser sent. */
const test = base.extend<{ recordingProxy: RecordingProxy }>({
  recordingProxy: async ({ testApp }, use) => {
    const recordingProxy = await startRecordingProxy(testApp)
    await use(recordingProxy)
    recordingProxy.close()
  },
  baseURL: ({ recordingProxy }, use) => use(recordingProxy.url),
})

async function startRecordingProxy(testApp: ListeningTestApp): Promise<RecordingProxy> {
  const sent: Buffer[] = []
  const server = createServer((browser) => {
    const inside = connect(Number(new URL(testApp.url).port), '127.0.0.1')
    browser.on('data', (bytes: Buffer) => sent.push(bytes))
    browser.pipe(inside).pipe(browser)
    browser.on('error', () => inside.destroy())
    inside.on('error', () => browser.destroy())
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    sent: () => Buffer.concat(sent),
    close: () => server.close(),
  }
}

const canary = 'CANARY-4821-7703-1199'

/** Red all over, so that a black pixel is ours, and with the metadata of a camera. */
function createPhoto(width = 2400, height = 1800) {
  const [columns, rows] = [Math.ceil(width / 4), Math.ceil(height / 4)]
  const pixels = randomBytes(columns * rows * 3).map((byte, at) => (at % 3 ? byte >> 3 : 255))
  return sharp(pixels, { raw: { width: columns, height: rows, channels: 3 } })
    .resize(width, height, { kernel: 'nearest' })
    .withExif({ IFD0: { Artist: canary }, IFD3: { GPSLatitude: '18/1 33/1 0/1' } })
    .jpeg({ quality: 95 })
    .toBuffer()
}

const getMaskDialog = (page: Page) => page.getByRole('dialog', { name: /^Cover the numbers/ })
const getBoxes = (page: Page) => page.locator('[data-box]')
const getKeepButton = (page: Page) => page.getByRole('button', { name: 'Use this picture' })

async function choose(page: Page, field: Locator, buffer: Buffer, name = `${canary}.jpg`) {
  await field.setInputFiles(await saveFile(name, buffer))
  await expect(getKeepButton(page)).toBeEnabled()
}

type BoxPosition = { left: number; top: number; width: number; height: number }

/** The place of a box, as fractions of the picture. */
function readBoxPosition(page: Page, box: number): Promise<BoxPosition> {
  return page.locator(`[data-box="${box}"]`).evaluate(({ style }) => {
    const toFraction = (text: string) => Number.parseFloat(text) / 100
    const { left, top, width, height } = style
    return {
      left: toFraction(left),
      top: toFraction(top),
      width: toFraction(width),
      height: toFraction(height),
    }
  })
}

async function readStoredFront(testApp: ListeningTestApp) {
  const admin = await testApp.createAdmin()
  const [listed] = (await admin.request(listStudents)).json
  const { json } = await admin.request(getStudent, { params: { id: listed?._id ?? '' } })
  const { rawPayload } = await testApp.fastify.inject({
    url: json.aadharFront ?? '',
    cookies: admin.cookies,
  })
  return sharp(rawPayload).raw().toBuffer({ resolveWithObject: true })
}

test('only the picture with its black boxes leaves the page', async ({
  page,
  testApp,
  recordingProxy,
}) => {
  const original = await createPhoto()
  const fields = await fillStudentRegistration(page)
  await choose(page, fields.front, original)
  await expect(getBoxes(page)).toHaveCount(2)

  await getBoxes(page).first().focus()
  const before = await readBoxPosition(page, 1)
  for (let n = 0; n < 5; n++) await page.keyboard.press('ArrowLeft')
  for (let n = 0; n < 3; n++) await page.keyboard.press('Shift+ArrowDown')
  const digits = await readBoxPosition(page, 1)
  expect(digits.left).toBeCloseTo(before.left - 0.05, 5)
  expect(digits.height).toBeCloseTo(before.height + 0.03, 5)
  await expect(page.getByRole('slider', { name: 'Box 1 of 2 for the digits' })).toHaveAttribute(
    'aria-valuetext',
    '20% from the left, 70% from the top, 34% wide, 22% high',
  )

  await page.getByRole('button', { name: 'Add a box' }).click()
  await expect(getBoxes(page)).toHaveCount(3)
  await expect(getBoxes(page).nth(2)).toBeFocused()
  const positions = await Promise.all([1, 2, 3].map((box) => readBoxPosition(page, box)))
  await getKeepButton(page).click()
  await expect(getMaskDialog(page)).toBeHidden()
  await expect(fields.front).toBeFocused()
  await expect(page.getByText(`${canary}.jpg`)).toBeVisible()
  await expect(fields.front, 'named once').toHaveAccessibleName('Aadhaar card, front (optional)')
  await expect(fields.front).toHaveAccessibleDescription(new RegExp(`${canary}\\.jpg`))
  expect(recordingProxy.sent().includes('multipart/form-data'), 'nothing is sent yet').toBe(false)

  await fields.consent.check()
  await fields.register.click()
  await expect(page).toHaveURL(/\/student\/login$/)

  const bytes = recordingProxy.sent()
  expect(bytes.includes('multipart/form-data')).toBe(true)
  expect(bytes.includes(canary), 'neither its name nor what a camera wrote').toBe(false)
  expect(bytes.includes(original.subarray(100_000, 100_100)), 'no piece of the file').toBe(false)
  const { data, info } = await readStoredFront(testApp)
  expect([info.width, info.height]).toEqual([1600, 1200])
  const readBrightness = (x: number, y: number) => {
    const column = Math.floor(x * info.width)
    const at = (Math.floor(y * info.height) * info.width + column) * info.channels
    return Math.max(...data.subarray(at, at + 3))
  }
  for (const { left, top, width, height } of positions) {
    for (const inside of [0.08, 0.5, 0.92]) {
      expect(readBrightness(left + inside * width, top + inside * height)).toBeLessThan(12)
    }
  }
  expect(readBrightness(0.02, 0.02), 'the rest is the photo').toBeGreaterThan(240)
})

test('a large photo taken sideways arrives small and upright', async ({ page, testApp }) => {
  const photo = await createLargePhoto({ orientation: 6 })
  const fields = await fillStudentRegistration(page)
  await fields.front.setInputFiles(photo)
  await expect(getKeepButton(page)).toBeEnabled()
  await getKeepButton(page).click()
  await page.getByRole('button', { name: 'Yes, use it' }).press('Enter')
  await fields.consent.check()
  await fields.register.click()
  await expect(page).toHaveURL(/\/student\/login$/)
  const { info } = await readStoredFront(testApp)
  expect([info.width, info.height]).toEqual([1200, 1600])
})

test.describe('with a finger on a small screen', () => {
  test.use({ viewport: { width: 390, height: 800 }, hasTouch: true })

  test('a box is moved by its middle and resized by its corner', async ({ page }) => {
    await page.goto('/registration')
    await choose(page, getFields(page).front, await createPhoto())
    const touch = await page.context().newCDPSession(page)
    const drag = async (at: Locator, by: { x: number; y: number }) => {
      const box = await at.boundingBox()
      if (!box) throw new Error('There is nothing to take hold of')
      const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
      const to = { x: from.x + by.x, y: from.y + by.y }
      const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: object[]) =>
        touch.send('Input.dispatchTouchEvent', { type, touchPoints: touchPoints as [] })
      await send('touchStart', [from])
      await send('touchMove', [{ x: from.x + by.x / 2, y: from.y + by.y / 2 }])
      await send('touchMove', [to])
      await send('touchEnd', [])
    }
    const before = await readBoxPosition(page, 2)
    const shown = await page.locator('[data-stage] canvas').boundingBox()
    expect(shown?.width).toBeLessThanOrEqual(390)
    await drag(page.locator('[data-box="2"]'), { x: -60, y: 30 })
    const left = async () => (await readBoxPosition(page, 2)).left
    await expect.poll(left).toBeCloseTo(before.left - 60 / (shown?.width ?? 1), 2)
    const moved = await readBoxPosition(page, 2)
    expect(moved.top).toBeCloseTo(before.top + 30 / (shown?.height ?? 1), 2)
    expect(moved.width).toBeCloseTo(before.width, 5)

    await drag(page.locator('[data-box="2"] [data-corner]'), { x: 40, y: -20 })
    const width = async () => (await readBoxPosition(page, 2)).width
    await expect.poll(width).toBeCloseTo(moved.width + 40 / (shown?.width ?? 1), 2)
    const resized = await readBoxPosition(page, 2)
    expect(resized.height).toBeCloseTo(moved.height - 20 / (shown?.height ?? 1), 2)

    await page.getByRole('button', { name: 'Remove Box 2 of 2 for the QR code' }).click()
    await expect(getBoxes(page)).toHaveCount(1)
    await getBoxes(page).focus()
    await page.keyboard.press('Delete')
    await expect(page.getByText('No box: the picture is sent as you see it.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add a box' })).toBeFocused()
  })
})

test('cancelling keeps the previous picture, and a new picture starts over', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/registration')
  const { front } = getFields(page)
  await choose(page, front, await createPhoto(), 'first.jpg')
  await page.keyboard.press('Escape')
  await expect(getMaskDialog(page)).toBeHidden()
  await expect(front).toBeFocused()
  await expect(page.getByText('first.jpg')).toBeHidden()

  await choose(page, front, await createPhoto(), 'first.jpg')
  // Well before the press, since the browser cancels a dialog that nothing intercepts yet.
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add a box' }).click()
  await expect(getBoxes(page)).toHaveCount(3)
  await page.getByRole('button', { name: 'Replace picture' }).click()
  const second = { name: 'second.jpg', mimeType: 'image/jpeg', buffer: await createPhoto(300, 200) }
  await (await choosing).setFiles(second)
  await expect(getBoxes(page), 'the boxes start where they usually are').toHaveCount(2)
  await getKeepButton(page).click()
  await page.getByRole('button', { name: 'Yes, use it' }).press('Enter')
  await expect(page.getByText('second.jpg')).toBeVisible()

  await choose(page, front, await createPhoto(), 'third.jpg')
  await getMaskDialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('second.jpg')).toBeVisible()
  await expect(page.getByText('third.jpg')).toBeHidden()
})

test('a picture that takes long to open can be cancelled', { tag: '@long' }, async ({ page }) => {
  await page.addInitScript(() => {
    // A photo in a cloud folder, on a connection that delivers nothing.
    File.prototype.stream = () => new ReadableStream()
  })
  await page.goto('/registration')
  const { front } = getFields(page)
  const buffer = await createPhoto(300, 200)
  await front.setInputFiles({ name: 'slow.jpg', mimeType: 'image/jpeg', buffer })
  await expect(page.getByText('Opening the picture…')).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Opening the picture' })).toBeVisible()
  await expect(getKeepButton(page)).toBeDisabled()
  await getMaskDialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(getMaskDialog(page)).toBeHidden()
  await expect(front).toBeFocused()
  await expect(page.getByText('slow.jpg')).toBeHidden()
})

test('no picture is accepted if the tool fails to load, and the form stays', {
  tag: '@long',
}, async ({ page, complaints }) => {
  const fields = await fillStudentRegistration(page)
  await page.waitForLoadState('networkidle')
  await page.route('**/assets/*.js', (route) => route.abort())
  const buffer = await createPhoto(300, 200)
  await fields.front.setInputFiles({ name: 'card.jpg', mimeType: 'image/jpeg', buffer })
  await expect(fields.front).toHaveAccessibleDescription(/could not be loaded\. Check your conn/)
  await expect(fields.name).not.toHaveValue('')
  await page.unroute('**/assets/*.js')
  await page.getByRole('button', { name: 'Leave it out' }).click()
  await fields.register.click()
  await expect(page).toHaveURL(/\/student\/login$/)
  complaints.length = 0 // the browser's own line about the tool
})

for (const { title, buffer, message } of [
  {
    title: 'a photo of an iPhone',
    buffer: () => Buffer.concat([Buffer.from('\0\0\0\x18ftypheic'), Buffer.alloc(200)]),
    message: /HEIC format of iPhones.*Take a screenshot/,
  },
  {
    title: 'half a picture',
    buffer: async () => (await createPhoto()).subarray(0, 40),
    message: /for Aadhaar card, front cannot be opened\. It may be damaged/,
  },
]) {
  test(`${title} is reported with advice`, async ({ page }) => {
    await page.goto('/registration')
    const { front } = getFields(page)
    await front.setInputFiles({
      name: 'a.heic',
      mimeType: 'image/heic',
      buffer: await buffer(),
    })
    await expect(front).toHaveAccessibleDescription(message)
    await expect(getMaskDialog(page)).toBeHidden()
    await page.getByRole('button', { name: 'Leave it out' }).click()
    await expect(front).not.toHaveAttribute('aria-invalid')
  })
}

test('the form says after a reload which pictures must be chosen again', { tag: '@long' }, async ({
  page,
}) => {
  const fields = await fillStudentRegistration(page)
  const buffer = await createPhoto(300, 200)
  await addPicture(page, fields.back, { name: 'back.jpg', mimeType: 'image/jpeg', buffer })
  await page.reload()
  const notice = page.getByText(/Please choose them again: Aadhaar card, back\./)
  await expect(notice).toBeVisible()
  await addPicture(page, fields.back, { name: 'again.jpg', mimeType: 'image/jpeg', buffer })
  await expect(notice).toBeHidden()
  await page.reload()
  await page.getByRole('button', { name: 'Register without them' }).click()
  await expect(notice).toBeHidden()
  await page.reload()
  await expect(fields.name).not.toHaveValue('')
  await expect(notice).toBeHidden()
})

test('the card can be shown at the desk instead', async ({ page, testApp, recordingProxy }) => {
  const fields = await fillStudentRegistration(page)
  const buffer = await createPhoto(300, 200)
  await addPicture(page, fields.front, { name: 'front.jpg', mimeType: 'image/jpeg', buffer })
  await fields.consent.check()
  await page.getByLabel('I will show it at the desk').check()
  await expect(fields.front).toBeHidden()
  await page.reload()
  await expect(page.getByLabel('I will show it at the desk')).toBeChecked()
  await fields.register.click()
  await expect(page).toHaveURL(/\/student\/login$/)
  expect(recordingProxy.sent().includes('image/jpeg"'), 'no picture').toBe(false)
  const { json } = await (await testApp.createAdmin()).request(listStudents)
  expect(json).toMatchObject([{ identityAtDesk: true, guardianConsent: null }])
})

test('a consent from before the first picture is asked for again', async ({ page }) => {
  const fields = await fillStudentRegistration(page)
  const buffer = await createPhoto(300, 200)
  await addPicture(page, fields.front, { name: 'front.jpg', mimeType: 'image/jpeg', buffer })
  await expect(fields.consent).not.toBeChecked()
  const sentence = page.locator('[aria-live]').getByText(/^You agreed before the picture was there/)
  await expect(sentence).toBeVisible()
  await expect(fields.college, 'what was typed stays').not.toHaveValue('')
  await expect(fields.terms).toBeChecked()
  await fields.register.click()
  await expect(fields.consent).toHaveAccessibleDescription(/^Agree to the Privacy Policy/)

  await fields.consent.check()
  await expect(sentence).toBeHidden()
  await addPicture(page, fields.back, { name: 'back.jpg', mimeType: 'image/jpeg', buffer })
  await expect(fields.consent, 'pictures were part of it').toBeChecked()
})

test('a visitor who cannot see the picture shows the card at the desk', async ({ page }) => {
  const fields = await fillStudentRegistration(page)
  const buffer = await createPhoto(300, 200)
  await fields.front.setInputFiles({ name: 'front.jpg', mimeType: 'image/jpeg', buffer })
  const dialog = getMaskDialog(page)
  await expect(dialog).toContainText(
    'If you cannot see the picture, choose “I will show it at the desk”.',
  )
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expect(
    dialog.getByRole('button', { name: 'Cancel' }),
    'heard at once',
  ).toHaveAccessibleDescription(/^If you cannot see the picture/)
  await dialog.getByRole('button', { name: 'I will show it at the desk' }).click()
  await expect(dialog).toBeHidden()
  const desk = page.getByRole('radio', { name: 'I will show it at the desk' })
  await expect(desk).toBeChecked()
  await expect(desk).toBeFocused()
  await expect(page.locator('[aria-live]').getByText(/^Bring the card/)).toBeVisible()
  await expect(fields.consent, 'no picture was added').toBeChecked()
})
