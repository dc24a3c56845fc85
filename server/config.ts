import { z } from 'zod'
import { Email, InDigits } from '#contract/schemas.ts'
import { site } from '#site'
import { validatePostgresUrl } from './database/postgres-url.ts'
import { validateImagesUrl } from './platform/images/bucket-url.ts'
import { findSenderAddress } from './platform/mailer/sender-address.ts'
import { validateTlsParameter } from './platform/mailer/smtp-url.ts'
import { isProxyAddress } from './platform/network-address.ts'

const Port = InDigits(z.number().int().min(0).max(65_535))

const Environment = z.object({
  PORT: Port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .min(1, {
      error:
        'It is set, but empty. Write the address between quotes, or remove the setting to use SQLite',
      abort: true,
    })
    .superRefine((url, context) => {
      const message = validatePostgresUrl(url)
      if (message) context.addIssue({ code: 'custom', message })
    })
    .optional(),
  IMAGES_URL: z
    .string()
    .superRefine((url, context) => {
      const message = validateImagesUrl(url)
      if (message) context.addIssue({ code: 'custom', message })
    })
    .optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .superRefine((url, context) => {
      const message = validateTlsParameter(url)
      if (message) context.addIssue({ code: 'custom', message })
    })
    .optional(),
  MAIL_FROM: z
    .string()
    .refine((from) => findSenderAddress(from) !== null, {
      error: 'Name one address, like Academy <hello@academy.example>',
    })
    .default(`${site.product} <${site.email}>`),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'Write it like https://academy.example', abort: true })
    .refine((url) => new URL(url).href === `${new URL(url).origin}/`, {
      error: 'Give only the host, without a path, like https://academy.example',
    })
    .transform((url) => new URL(url).origin)
    .optional(),
  ADMIN_EMAIL: Email.optional(),
  ADMIN_PASSWORD: z.string().optional(),
  IMAGE_KEY: z.string().optional(),
  SECRET_KEY: z.string().optional(),
  /** `off` is for the demo, where everybody knows the passwords. */
  SECOND_FACTOR: z.enum(['offer', 'require', 'off']).default('offer'),
  TRUST_PROXY: z
    .string()
    .transform((list) => list.split(',').map((address) => address.trim()))
    .refine(
      (proxies) => proxies.every(isProxyAddress),
      'Name the addresses of the proxies, such as 127.0.0.1, with commas between',
    )
    .optional(),
  METRICS_PORT: Port.optional(),
  ACCESS_LOG_DAYS: InDigits(z.number().int().min(0).max(365)).default(365),
  RATE_LIMITS: z.enum(['on', 'off']).default('on'),
})

export const settingNames = Object.keys(Environment.shape)

export type Config = Omit<z.output<typeof Environment>, 'PUBLIC_URL'> & {
  PUBLIC_URL: string
  /** Without it, PUBLIC_URL is a guess that only links are made from. */
  hasPublicUrl: boolean
}

/** @throws with one line for each setting that is not as it must be. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const values = Object.fromEntries(
    Object.entries(environment).filter(([name, value]) => value !== '' || name === 'DATABASE_URL'),
  )
  const parsed = Environment.safeParse(values)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`Some settings are not right.\n${lines.join('\n')}`)
  }
  const config = parsed.data
  return {
    ...config,
    PUBLIC_URL: config.PUBLIC_URL ?? `http://localhost:${config.PORT}`,
    hasPublicUrl: config.PUBLIC_URL !== undefined,
  }
}
