import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { ClassOptions, ClassReport } from './class-report.ts'

export type ClassProcess = {
  begin(): void
  /** Reports the acknowledgements so far; the class goes on. */
  report(): Promise<ClassReport>
  /** Ends once every answer on its way is acknowledged or classOptions up. */
  end(): Promise<ClassReport>
  kill(): void
}

type StartOptions = Omit<ClassOptions, 'registerEveryMs' | 'picture'> &
  Partial<Pick<ClassOptions, 'registerEveryMs' | 'picture'>> & {
    /** The certificate that it trusts. */
    readonly certificate?: string
  }

/** Resolves when the class is ready to begin. */
export async function startClass({ certificate, ...options }: StartOptions): Promise<ClassProcess> {
  const classOptions: ClassOptions = { registerEveryMs: null, picture: '', ...options }
  const child = fork(join(import.meta.dirname, 'answering-class.ts'), {
    execArgv: [],
    env: { ...process.env, ...(certificate && { NODE_EXTRA_CA_CERTS: certificate }) },
  })
  const ended = once(child, 'exit').then(() => {
    throw new Error('The class ended by itself')
  })
  ended.catch(() => {})
  const ask = async (message: string) => {
    const reply = once(child, 'message')
    child.send(message)
    const [report] = await Promise.race([reply, ended])
    return report as ClassReport
  }
  child.send(classOptions)
  await Promise.race([once(child, 'message'), ended])
  return {
    begin: () => child.send('begin'),
    report: () => ask('report'),
    end: () => ask('end'),
    kill: () => child.kill('SIGKILL'),
  }
}
