import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#programs/run-command.ts'
import type { Config } from '#server/config.ts'
import { describeDatabase } from '#server/database/describe-database.ts'
import { decodePart, listHostUrls, parsePostgresUrl } from '#server/database/postgres-url.ts'
import { readBuiltAddress } from '#server/http/built-address.ts'
import { findSampleTexts } from '#web/vite/find-sample-texts.ts'
import { instituteFolder } from '../../institute-folder.ts'
import { checkDatabase } from './check-database.ts'
import { checkImages } from './check-images.ts'
import { checkNetwork } from './check-network.ts'
import { checkSampleTexts } from './check-sample-texts.ts'
import { checkSettings } from './check-settings.ts'
import { checkStorage } from './check-storage.ts'
import { type Examination, type Finding, hideSecrets } from './finding.ts'
import { readDatabase } from './read-database.ts'
import { readImages } from './read-images.ts'
import { readNetwork } from './read-network.ts'
import { readStorage } from './read-storage.ts'

type ExamineOptions = { readonly backupsFolder: string; readonly now: number }

/** Looks at everything that it can; what it cannot look at is said, and the rest goes on. */
export async function examine(
  config: Config,
  { backupsFolder, now }: ExamineOptions,
): Promise<Examination> {
  const { DATABASE_URL, DATA_DIR, SECOND_FACTOR: secondFactor } = config
  const secrets = listSecrets(config)
  const findings: Finding[] = checkSettings({
    config,
    nodeVersion: process.versions.node,
    pinnedNodeVersion: readPinnedNodeVersion(),
    hasInstituteFolder: existsSync(instituteFolder),
    builtFor: readBuiltAddress(join(root, 'build')),
  })
  const [network, images] = await Promise.all([readNetwork(config), readImages(config)])
  findings.push(...checkNetwork(network, now), ...(images ? checkImages(images) : []))

  const unchecked: string[] = []
  const look = async (what: string, check: () => Promise<Finding[]>) => {
    try {
      findings.push(...(await check()))
    } catch (error) {
      unchecked.push(`${what} could not be looked at: ${describeError(error)}`)
    }
  }
  if (existsSync(instituteFolder))
    await look('The folder of the institute', async () => checkSampleTexts(await findSampleTexts()))
  if (!DATABASE_URL && !existsSync(join(DATA_DIR, 'institute.db'))) {
    unchecked.push(
      `There is no institute in ${DATA_DIR}, or you may not read it: run this with the server's settings, as its user.`,
    )
  } else {
    await look(`The data folder ${DATA_DIR}`, async () =>
      checkStorage(await readStorage(config, backupsFolder), now),
    )
    const context = { now, isServerRunning: network.server.state !== 'silent', secondFactor }
    await look('The database', async () => checkDatabase(await readDatabase(config, now), context))
  }
  const { engine, place } = describeDatabase(config)
  return {
    database: `${engine} in ${place}`,
    findings: findings.map((finding) => ({
      ...finding,
      problem: hideSecrets(finding.problem, secrets),
    })),
    unchecked: unchecked.map((sentence) => hideSecrets(sentence, secrets)),
  }
}

function describeError(error: unknown): string {
  // Several addresses of one host that all failed.
  if (error instanceof AggregateError && error.errors.length > 0)
    return describeError(error.errors[0])
  const message = error instanceof Error ? error.message : String(error)
  return `${message.replace(/\.$/, '')}.`
}

function readPinnedNodeVersion(): string {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: { node: string }
  }
  return dependencies.node
}

function listSecrets(config: Config): string[] {
  // A folder is no URL.
  const urls = [config.SMTP_URL, config.IMAGES_URL].map((url) => URL.parse(url ?? ''))
  const databaseUrls = listHostUrls(config.DATABASE_URL ?? '').map(parsePostgresUrl)
  const passwords = [...urls, ...databaseUrls].flatMap((url) => {
    const password = url?.password ?? ''
    return [password, decodePart(password)]
  })
  const keys = [config.ADMIN_PASSWORD, config.IMAGE_KEY, config.SECRET_KEY]
  return [...passwords, ...keys.flatMap((key) => key?.split(',') ?? [])]
}
