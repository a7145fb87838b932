import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fingerprintOf } from '../../deliveries/channels/sftp.gateway.ts'
import type { SftpLogin } from '../../deliveries/channels/target.model.ts'
import { freePort } from '../free-port.ts'
import { createSshKeyPair } from './ssh-key.ts'

/** A separate SFTP server on this machine. */
export interface TestSftp {
  /** `sftp://127.0.0.1:port` */
  readonly url: string
  readonly login: SftpLogin
  /** Home folder of the login; it contains the folder `in`. */
  readonly home: string
  /** Fingerprint of the current host key. */
  hostKey(): string
  stop(): Promise<void>
}

/** OpenSSH, which can also change its host key and be unavailable for a while. */
export interface TestSshd extends TestSftp {
  /** Stops it and every connection. */
  halt(): Promise<void>
  /** Starts it again on the same port, optionally with another host key. */
  resume(options?: { newHostKey?: boolean }): Promise<void>
}

/**
 * Path of OpenSSH's server: the variable SSHD, otherwise the usual places. Tests that need it are skipped without it;
 * `npm test` installs it first, or reports that they are skipped.
 */
export function findSshd(): string | undefined {
  const chosen = process.env.SSHD
  if (chosen !== undefined) return chosen === '' ? undefined : chosen
  return ['/usr/sbin/sshd', '/usr/local/sbin/sshd', '/opt/homebrew/sbin/sshd'].find((path) => existsSync(path))
}

/** Starts OpenSSH with its own configuration, host key and user key, under the account that runs the tests. */
export async function startSshd(program: string): Promise<TestSshd> {
  const folder = await mkdtemp(join(tmpdir(), 'cartage-sshd-'))
  const home = join(folder, 'home')
  await mkdir(join(home, 'in'), { recursive: true })
  // Required by OpenSSH when started as root.
  if (process.getuid?.() === 0) await mkdir('/run/sshd', { recursive: true, mode: 0o755 })
  const user = createSshKeyPair()
  await writeFile(join(folder, 'authorized'), `${user.public}\n`)
  const port = await freePort()
  await writeFile(join(folder, 'config'), configuration(folder, home, port))
  const state: { child: ChildProcess | undefined; hostKey: string } = { child: undefined, hostKey: '' }
  const makeHostKey = async () => {
    const key = createSshKeyPair()
    await rm(join(folder, 'host_key'), { force: true })
    await writeFile(join(folder, 'host_key'), key.private, { mode: 0o600 })
    state.hostKey = fingerprintOf(Buffer.from(key.public.split(' ')[1]!, 'base64'))
  }
  const halt = async () => {
    const { child } = state
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    process.kill(-child.pid!, 'SIGKILL')
    await ended
  }
  const resume = async ({ newHostKey = false } = {}) => {
    if (newHostKey) await makeHostKey()
    // A separate process group: its children hold the connections, and end with it.
    state.child = spawn(program, ['-D', '-e', '-f', join(folder, 'config')], { detached: true, stdio: 'ignore' })
    await untilListening(port, state.child)
  }
  await resume({ newHostKey: true })
  return {
    url: `sftp://127.0.0.1:${port}`,
    login: { kind: 'key', username: userInfo().username, private_key: user.private },
    home,
    hostKey: () => state.hostKey,
    halt,
    resume,
    async stop() {
      await halt()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function configuration(folder: string, home: string, port: number): string {
  return [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${join(folder, 'host_key')}`,
    'PidFile none',
    'UsePAM no',
    'StrictModes no',
    'PermitRootLogin prohibit-password',
    'PasswordAuthentication no',
    'KbdInteractiveAuthentication no',
    `AuthorizedKeysFile ${join(folder, 'authorized')}`,
    'MaxStartups 100',
    `Subsystem sftp internal-sftp -d ${home}`,
    '',
  ].join('\n')
}

async function untilListening(port: number, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + 10_000
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error(`sshd ended with ${child.exitCode}`)
    if (Date.now() > deadline) throw new Error('sshd did not listen within 10 seconds')
    await sleep(20)
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect({ host: '127.0.0.1', port })
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
