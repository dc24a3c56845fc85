import { formatInstant } from '#contract/format.ts'
import { readConfig } from '#server/config.ts'
import { adminEmail, demoPassword, studentEmail } from '../demo/logins.ts'
import { prepareFolder } from '../demo/prepare-folder.ts'
import { buildWeb } from './build-web.ts'
import { readCommand } from './command-line/read-command.ts'

try {
  const { values } = readCommand('demo')
  await runDemo({ isLarge: values.large, isFresh: values.fresh })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function runDemo({ isLarge, isFresh }: { isLarge: boolean; isFresh: boolean }) {
  const folder = process.env.DATA_DIR || (isLarge ? './data-demo-large' : './data-demo')
  isolateEnvironment(folder)
  const config = readConfig(process.env)
  const umask = process.umask(0o077)
  const seededAt = await prepareFolder({
    folder,
    kind: isLarge ? 'large' : 'small',
    isFresh,
    seed: async (dataDir) => {
      console.log(`Making up an institute in ${folder}.`)
      const demoConfig = { ...config, DATA_DIR: dataDir }
      if (isLarge)
        return (await import('../demo/large/seed-large.ts')).seedLarge(dataDir, Date.now())
      return (await import('../demo/seed.ts')).seedDemo(demoConfig, Date.now())
    },
  })
  process.umask(umask)
  await buildWeb()
  await import('#server/main.ts')
  const freshCommand = `npm run demo -- ${isLarge ? '--large ' : ''}--fresh`
  console.log(
    [
      'This is a demo: everybody in it is made up, and everybody knows these passwords.',
      `Admin    /admin/login    ${adminEmail}       ${demoPassword}`,
      `Student  /student/login  ${studentEmail}  ${demoPassword}`,
      `Made up ${formatInstant(seededAt.getTime())}; to have it anew: ${freshCommand}`,
    ].join('\n'),
  )
}

/** Keeps a demo away from any other database, and its emails on this machine. */
function isolateEnvironment(folder: string) {
  for (const name of ['DATABASE_URL', 'IMAGES_URL', 'SMTP_URL', 'ADMIN_EMAIL', 'ADMIN_PASSWORD']) {
    delete process.env[name]
  }
  process.env.DATA_DIR = folder
  process.env.SECOND_FACTOR = 'off'
}
