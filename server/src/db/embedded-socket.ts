import { chmodSync, mkdirSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { platform } from 'node:process'
import { type Account, giveTo } from './embedded-binaries.ts'

/** The port is a part of the socket's file name only. */
export const socketPort = 5432

/** A unix socket's path may have 107 bytes (103 on macOS), its lock file's name included. */
const pathLimit = 103
const longestName = `/.s.PGSQL.${socketPort}.lock`

/**
 * A private folder for the unix socket: `run` in the data folder, or a new folder under the system's temporary one
 * when that path is too long or its file system has no sockets. Only the account PostgreSQL runs as (and root) can enter
 * it, which is what makes connections without a password safe.
 */
export async function openSocketDir(dataDir: string, account: Account | undefined): Promise<string> {
  const beside = join(dataDir, 'run')
  if (fits(beside)) {
    mkdirSync(beside, { recursive: true, mode: 0o700 })
    if (await takesSockets(beside)) return claim(beside, account)
    rmSync(beside, { recursive: true, force: true })
  }
  const systemTemp = fits(join(tmpdir(), 'cartage-000000')) ? tmpdir() : '/tmp'
  return claim(mkdtempSync(join(systemTemp, 'cartage-')), account)
}

/** Removes the folder after PostgreSQL has removed its socket. A folder that is in use stays. */
export function removeSocketDir(folder: string): void {
  for (const name of [`.s.PGSQL.${socketPort}`, `.s.PGSQL.${socketPort}.lock`]) {
    rmSync(join(folder, name), { force: true })
  }
  try {
    rmdirSync(folder)
  } catch {
    // Something else lies in it; nothing is lost by keeping it.
  }
}

/** A free port on the loopback address, for Windows. */
export async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done, fail) => {
    server.once('error', fail)
    server.listen(0, '127.0.0.1', done)
  })
  const address = server.address()
  await new Promise((done) => server.close(done))
  return typeof address === 'object' && address !== null ? address.port : socketPort
}

function fits(folder: string): boolean {
  return platform !== 'win32' && Buffer.byteLength(folder + longestName) <= pathLimit
}

function claim(folder: string, account: Account | undefined): string {
  chmodSync(folder, 0o700)
  giveTo(account, folder)
  return folder
}

/** Shared folders of virtual machines and some network mounts take files but no sockets. */
async function takesSockets(folder: string): Promise<boolean> {
  const server = createServer()
  const trial = join(folder, `.trial-${process.pid}`)
  rmSync(trial, { force: true })
  const works = await new Promise<boolean>((done) => {
    server.once('error', () => done(false))
    server.listen(trial, () => done(true))
  })
  if (works) await new Promise((done) => server.close(done))
  return works
}
