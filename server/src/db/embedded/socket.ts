import { chmodSync, lstatSync, mkdirSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { platform } from 'node:process'
import { type Account, changeOwner } from './binaries.ts'

/** On a unix socket the port is only part of the file name. */
const socketPort = 5432

/** Maximum bytes of a unix socket's path on Linux (107) and macOS (103). */
const pathLimit = platform === 'linux' ? 107 : 103
const socketName = `/.s.PGSQL.${socketPort}`

/**
 * A private folder for the unix socket: `run` in the data folder, or a new temporary folder if that path is too long or
 * its file system has no sockets. Only PostgreSQL's account (and root) can enter it, which makes connections without a
 * password safe.
 */
export async function openSocketDir(
  dataDir: string,
  account: Account | undefined,
): Promise<{ host: string; port: number }> {
  return { host: await createSocketDir(dataDir, account), port: socketPort }
}

/** Whether the socket folder of an earlier start can be reused: still private, or recreated after removal. */
export function reuseSocketDir(folder: string, account: Account | undefined): boolean {
  if (!fits(folder)) return false
  const stat = lstatSync(folder, { throwIfNoEntry: false })
  if (stat !== undefined) {
    return stat.isDirectory() && stat.uid === (account?.uid ?? process.getuid?.()) && (stat.mode & 0o77) === 0
  }
  try {
    mkdirSync(folder, { mode: 0o700 })
    claim(folder, account)
    return true
  } catch {
    return false
  }
}

async function createSocketDir(dataDir: string, account: Account | undefined): Promise<string> {
  const inFolder = join(dataDir, 'run')
  if (fits(inFolder)) {
    mkdirSync(inFolder, { recursive: true, mode: 0o700 })
    if (await takesSockets(inFolder)) return claim(inFolder, account)
    rmSync(inFolder, { recursive: true, force: true })
  }
  const systemTemp = fits(join(tmpdir(), 'cartage-000000')) ? tmpdir() : '/tmp'
  return claim(mkdtempSync(join(systemTemp, 'cartage-')), account)
}

/** Removes files a killed postmaster left in its socket folder. Only for a folder where none listens any more. */
export function clearSocketDir(folder: string): void {
  for (const name of [`.s.PGSQL.${socketPort}`, `.s.PGSQL.${socketPort}.lock`]) {
    rmSync(join(folder, name), { force: true })
  }
}

/** Removes the socket folder after PostgreSQL has ended, unless other files remain in it. */
export function removeSocketDir(folder: string): void {
  clearSocketDir(folder)
  try {
    rmdirSync(folder)
  } catch {
    // Other files remain. Keeping the folder does no harm.
  }
}

/** A free port on the loopback address, for Windows: the preferred one if available. */
export async function findFreePort(preferred = 0): Promise<number> {
  const server = createServer()
  const port = await new Promise<number | undefined>((done) => {
    server.once('error', () => done(undefined))
    server.listen(preferred, '127.0.0.1', () => {
      const address = server.address()
      done(typeof address === 'object' && address !== null ? address.port : undefined)
    })
  })
  if (port === undefined) return findFreePort()
  await new Promise((done) => server.close(done))
  return port
}

function fits(folder: string): boolean {
  return platform !== 'win32' && Buffer.byteLength(folder + socketName) <= pathLimit
}

function claim(folder: string, account: Account | undefined): string {
  chmodSync(folder, 0o700)
  changeOwner(account, folder)
  return folder
}

/** Shared folders of virtual machines and some network mounts support files but no sockets. */
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
