import { join } from 'node:path'
import { chromium } from '@playwright/test'
import Fastify from 'fastify'
import sharp from 'sharp'
import { pagePaths } from '#contract/page-paths.ts'
import { servePages } from '#server/http/pages.ts'
import { sharePictureSize } from '#web/site/share-picture.ts'
import { publicPaths, toSharePictureFile } from '#web/vite/site-files.ts'
import { buildWeb } from './build-web.ts'
import { chromiumArgs, findOrInstallChromium } from './chromium.ts'
import { readCommand } from './command-line/read-command.ts'
import { root } from './run-command.ts'

/**
 * Takes the picture that other sites show beside a link to a page: the top of the page. That of the
 * home page is drawn by hand. To be run again when the head of a page or its title has changed.
 */
async function drawSharePictures() {
  await buildWeb()
  const app = Fastify()
  await servePages(app, join(root, 'build/client'))
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const browser = await chromium.launch({
    executablePath: await findOrInstallChromium(),
    args: [...chromiumArgs],
  })
  const page = await browser.newPage({ viewport: sharePictureSize, reducedMotion: 'reduce' })
  for (const path of publicPaths.filter((path) => path !== pagePaths.home)) {
    const file = toSharePictureFile(path)
    await page.goto(url + path, { waitUntil: 'networkidle' })
    const picture = await page.screenshot()
    await sharp(picture).png({ palette: true, quality: 90, compressionLevel: 9 }).toFile(file)
    console.log(`${path} -> ${file}`)
  }
  await browser.close()
  await app.close()
}

readCommand('draw-share-pictures')
await drawSharePictures()
