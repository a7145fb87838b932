import { execFile } from 'node:child_process'

/** What npm says when no answer comes from the registry; anything else that is wrong is a fault of ours or of it. */
const withoutAnswer = [
  ...['EAI_AGAIN', 'ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'ERR_SOCKET_TIMEOUT'],
  ...['ETIMEDOUT', 'ENOTCACHED'],
]

/**
 * Installs what the lock file of a folder names, from the cache of npm where it has it.
 * @returns whether it is installed; not, when the registry cannot be reached
 * @throws Error with what npm says when anything else is wrong
 */
export function installLocked(folder: string, options: readonly string[] = []): Promise<boolean> {
  const args = ['ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--no-update-notifier']
  // That there is no network is known in seconds.
  const patience = ['--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--fetch-timeout=30000']
  return new Promise((resolve, reject) => {
    execFile('npm', [...args, ...patience, ...options], { cwd: folder, shell: onWindows }, (error, _stdout, stderr) => {
      if (!error) return resolve(true)
      const code = /^npm (?:error|ERR!) code (\w+)$/m.exec(stderr)?.[1] ?? ''
      if (withoutAnswer.includes(code)) resolve(false)
      else reject(new Error(`npm ci failed in ${folder}:\n${stderr || error.message}`))
    })
  })
}

/** There npm is a script. */
const onWindows = process.platform === 'win32'
