import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import ssh2, { type Client, type ConnectConfig, type SFTPWrapper } from 'ssh2'
import type { Context, Whose } from '../../context.ts'
import { EndpointChanged, type FileSide, within } from './file.gateway.ts'
import type { SftpLogin } from './target.model.ts'

/** A server and the keys that identify it. */
export interface SftpServer {
  /** `sftp://host:port` */
  url: string
  login: SftpLogin
  /** Fingerprints of the accepted host keys. */
  host_keys: readonly string[]
  /** Whether the operator or a tenant configured the address. */
  whose: Whose
}

/** Time limit in milliseconds to connect and log in, and for each later response (DLV-12). */
const connectMs = 10_000
const answerMs = 60_000
/** Milliseconds without requests after which a connection is closed. */
const idleMs = 30_000
/** Bytes of one write request: with overhead, every server accepts packets of this size. */
const pieceBytes = 31_744

/** Status codes of the protocol: a plain rename fails with one of these when the name exists. */
const failureStatus = 4
const existsStatus = 11
const missingStatus = 2
const deniedStatus = 3
const unsupportedStatus = 8

/** A connection that can write files. It ends by `close`, or by itself when idle. */
export interface SftpSide extends FileSide {
  /** False once the connection has ended for any reason. */
  isOpen(): boolean
  /** Resolves when the connection has ended. */
  readonly ended: Promise<void>
  close(): void
}

/** Fingerprint of a host key in the format of `ssh-keygen -l`. */
export function fingerprintOf(key: Buffer): string {
  return `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`
}

/**
 * Connects and logs in. A server with another host key than the pinned ones receives nothing, not even the user name.
 * @throws EndpointChanged for another host key, AddressRefused for a forbidden address, Error otherwise
 */
export async function openSftp(ctx: Context, server: SftpServer): Promise<SftpSide> {
  const socket = await within(connectMs, ctx.net.connect(server.url, server.whose), 'the connection')
  // Small messages go back and forth: Nagle's algorithm would cost 40 ms each.
  socket.setNoDelay(true)
  const client = new ssh2.Client()
  // Errors after the connection is up end it; pending requests fail on `close`.
  client.on('error', () => {})
  try {
    await logIn(client, socket, server)
    const sftp = await within(answerMs, openChannel(client), 'opening SFTP')
    return sideOf(client, sftp, socket.remoteAddress ?? null)
  } catch (error) {
    end(client, socket)
    throw error
  }
}

/**
 * The fingerprint of the current host key of a server; no data is sent to it.
 * @throws Error without a host key
 */
export async function learnHostKey(ctx: Context, url: string, whose: Whose): Promise<string> {
  const socket = await within(connectMs, ctx.net.connect(url, whose), 'the connection')
  const client = new ssh2.Client()
  let shown: string | undefined
  const ended = new Promise<void>((resolve) => {
    client.on('error', () => resolve())
    client.on('close', () => resolve())
  })
  client.connect({
    sock: socket,
    username: 'nobody',
    readyTimeout: connectMs,
    hostVerifier(key: Buffer) {
      shown = fingerprintOf(key)
      return false
    },
  })
  await ended
  end(client, socket)
  if (shown === undefined) throw new Error('the server at this address presents no SSH host key')
  return shown
}

function logIn(client: Client, socket: Socket, { login, host_keys }: SftpServer): Promise<void> {
  return new Promise((resolve, reject) => {
    let strange: string | undefined
    const config: ConnectConfig = {
      sock: socket,
      username: login.username,
      readyTimeout: connectMs,
      hostVerifier(key: Buffer) {
        const shown = fingerprintOf(key)
        if (host_keys.includes(shown)) return true
        strange = shown
        return false
      },
      ...(login.kind === 'password'
        ? { password: login.password, tryKeyboard: true }
        : { privateKey: login.private_key, ...(login.passphrase && { passphrase: login.passphrase }) }),
    }
    client.once('ready', resolve)
    client.on('keyboard-interactive', (_name, _instructions, _language, prompts, answer) => {
      answer(prompts.map(() => (login.kind === 'password' ? login.password : '')))
    })
    const refuse = (error?: Error) => reject(strange ? changed(strange, host_keys) : refused(error))
    client.once('error', refuse)
    client.once('close', () => refuse())
    client.connect(config)
  })
}

function changed(shown: string, pinned: readonly string[]): EndpointChanged {
  return new EndpointChanged(
    `The server showed the host key ${shown} instead of ${pinned.join(' or ')}, so nothing was sent to it. ` +
      'Ask the partner; when the change is right, pin the new key (cartage subscription pin) and resume.',
  )
}

function refused(error: (Error & { level?: string }) | undefined): Error {
  if (error?.level === 'client-authentication') {
    return new Error('the server refused the login: check the user name and the password or key')
  }
  return new Error(error?.message ?? 'the server closed the connection')
}

function openChannel(client: Client): Promise<SFTPWrapper> {
  return new Promise((resolve, reject) => {
    client.sftp((error, sftp) =>
      error ? reject(new Error(`the server offers no SFTP: ${error.message}`)) : resolve(sftp),
    )
  })
}

function end(client: Client, socket: Socket): void {
  client.end()
  socket.destroy()
}

type SftpError = Error & { code?: number }
type Done = (error?: SftpError | null) => void

function sideOf(client: Client, sftp: SFTPWrapper, address: string | null): SftpSide {
  const state = { isOpen: true }
  const ended = new Promise<void>((resolve) => client.once('close', resolve))
  const closed = ended.then((): never => {
    state.isOpen = false
    idle.stop()
    throw new Error('the server closed the connection')
  })
  closed.catch(() => {})
  const close = () => {
    state.isOpen = false
    idle.stop()
    client.end()
    client.destroy()
  }
  const idle = idleTimer(close)
  /** One request and its response. A server that stops responding loses the connection. */
  const ask = async (send: (done: Done) => void): Promise<void> => {
    const answer = new Promise<void>((resolve, reject) => send((error) => (error ? reject(error) : resolve())))
    idle.begin()
    try {
      await within(answerMs, Promise.race([answer, closed]), 'an answer of the server')
    } catch (error) {
      if ((error as SftpError).code === undefined) close()
      throw error
    } finally {
      idle.finish()
    }
  }
  return { address, isOpen: () => state.isOpen, ended, close, ...operations(sftp, ask) }
}

/** Closes an idle connection. With an open request it is in use, however long the response takes. */
function idleTimer(close: () => void) {
  let open = 0
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  const start = () => {
    // Does not keep the process alive.
    if (!isStopped && open === 0) timer = setTimeout(close, idleMs).unref()
  }
  start()
  return {
    begin() {
      open += 1
      clearTimeout(timer)
    },
    finish() {
      open -= 1
      start()
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

type SftpRequest = (send: (done: Done) => void) => Promise<void>

function operations(sftp: SFTPWrapper, ask: SftpRequest): Omit<FileSide, 'address'> {
  return {
    write: (path, bytes, mayReplace = false) => writeFile(sftp, ask, { path, bytes, mayReplace }),
    async stat(path) {
      let found = { size: 0, modifiedAt: 0 }
      await ask((done) =>
        sftp.stat(path, (error, stats) => {
          if (!error) found = { size: stats.size, modifiedAt: stats.mtime * 1_000 }
          done(error)
        }),
      )
      return found
    },
    rename: (from, to) => renameFile(sftp, ask, from, to),
    remove: (path) => ask((done) => sftp.unlink(path, done)),
    async list(folder) {
      let names: string[] = []
      await ask((done) =>
        sftp.readdir(folder === '' ? '.' : folder, (error, entries) => {
          if (!error) names = entries.map((entry) => entry.filename)
          done(error)
        }),
      )
      return names
    },
  }
}

async function writeFile(
  sftp: SFTPWrapper,
  ask: SftpRequest,
  { path, bytes, mayReplace }: { path: string; bytes: Buffer; mayReplace: boolean },
): Promise<{ synced: boolean }> {
  let handle: Buffer = Buffer.alloc(0)
  await ask((done) =>
    sftp.open(path, mayReplace ? 'w' : 'wx', (error, opened) => {
      if (!error) handle = opened
      done(error)
    }),
  ).catch((error: SftpError) => {
    throw error.code === missingStatus ? new Error(`the folder of ${path} does not exist at the server`) : error
  })
  const close = () => ask((done) => sftp.close(handle, done))
  try {
    // In pieces, so that a slow line does not look like a server that stopped responding.
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      const length = Math.min(pieceBytes, bytes.length - at)
      await ask((done) => sftp.write(handle, bytes, at, length, at, done))
    }
    const synced = await offered(ask, (done) => sftp.ext_openssh_fsync(handle, done))
    await close()
    return { synced }
  } catch (error) {
    // The first error is the reason; closing a file on a broken connection fails as well.
    await close().catch(() => {})
    throw error
  }
}

async function renameFile(sftp: SFTPWrapper, ask: SftpRequest, from: string, to: string) {
  // The plain rename fails when the name exists; this one replaces the file atomically.
  if (await offered(ask, (done) => sftp.ext_openssh_rename(from, to, done))) return 'replaced'
  try {
    await ask((done) => sftp.rename(from, to, done))
    return 'renamed'
  } catch (error) {
    const { code } = error as SftpError
    if (code !== failureStatus && code !== existsStatus) throw error
    const isTaken = await isThere(sftp, ask, to)
    if (isTaken === undefined) return 'unclear'
    if (!isTaken) throw error
    return 'exists'
  }
}

/** Undefined when the login may not check. */
function isThere(sftp: SFTPWrapper, ask: SftpRequest, path: string): Promise<boolean | undefined> {
  return ask((done) => sftp.stat(path, done)).then(
    () => true,
    (error: SftpError) => {
      if (error.code === missingStatus) return false
      if (error.code === deniedStatus || error.code === unsupportedStatus) return undefined
      throw error
    },
  )
}

/** Uses an extension where the server offers it; ssh2 throws immediately where it does not. */
async function offered(ask: SftpRequest, send: (done: Done) => void): Promise<boolean> {
  let isOffered = true
  await ask((done) => {
    try {
      send(done)
    } catch {
      isOffered = false
      done()
    }
  })
  return isOffered
}
