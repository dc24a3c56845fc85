import { existsSync } from 'node:fs'
import { runCommand } from './run-command.ts'

/** As root on Debian, where we may. Never throws: the caller looks for what is still missing. */
export async function installPackages(names: readonly string[]): Promise<void> {
  const isAllowed = process.getuid?.() === 0 && existsSync('/etc/debian_version')
  if (names.length === 0 || !isAllowed) return
  // Another installation on this machine is waited for.
  const options = ['-o', 'DPkg::Lock::Timeout=300', '-o', 'Acquire::Retries=3']
  const environment = { DEBIAN_FRONTEND: 'noninteractive' }
  await runCommand('apt-get', [...options, 'update'], environment)
  const install = ['install', '-y', '--no-install-recommends', ...names]
  await runCommand('apt-get', [...options, ...install], environment)
}
