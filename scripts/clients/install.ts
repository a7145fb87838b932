import { execFile } from 'node:child_process'

/** npm messages for an unreachable registry; any other error is ours or the registry's. */
const withoutAnswer = [
  ...['EAI_AGAIN', 'ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'ERR_SOCKET_TIMEOUT'],
  ...['ETIMEDOUT', 'ENOTCACHED'],
]

/**
 * Installs the packages of a folder's lock file, from npm's cache where possible.
 * @returns false if the registry cannot be reached
 * @throws Error with npm's message for any other error
 */
export function installLocked(folder: string, options: readonly string[] = []): Promise<boolean> {
  const args = ['ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--no-update-notifier']
  // Short timeouts, so that a missing network is detected in seconds.
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

/** On Windows, npm is a script. */
const onWindows = process.platform === 'win32'
