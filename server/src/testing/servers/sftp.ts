import { close, mkdirSync, mkdtempSync, open, readdir, rename, stat, statSync, unlink, write } from 'node:fs'
import { rm as remove } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ssh2, { type Connection, type SFTPWrapper } from 'ssh2'
import { fingerprintOf } from '../../deliveries/channels/sftp.gateway.ts'
import { createSshKeyPair } from './ssh-key.ts'
import type { TestSftp } from './sshd.ts'

const { OPEN_MODE, STATUS_CODE } = ssh2.utils.sftp
const password = 'open sesame'

/** Configurable behaviour of a plain server. */
export interface PlainBehaviour {
  /** Does not answer this kind of request from now on. */
  silentAt?: 'OPEN' | 'WRITE' | 'RENAME'
  /** Ends the connection at this kind of request, before executing it. */
  cutAt?: 'OPEN' | 'WRITE' | 'STAT' | 'RENAME'
  /** Requests denied to the login. */
  refuses?: readonly ('STAT' | 'RENAME' | 'REMOVE' | 'OPEN')[]
  /** Awaited before each WRITE is executed and answered. */
  holdWrite?: () => Promise<void>
}

/** A server without extensions: no fsync, and a rename that fails when the name is taken. */
export interface PlainSftp extends TestSftp {
  behaviour: PlainBehaviour
  /** Ends every connection. */
  cutAll(): void
  /** Number of connections so far. */
  connected(): number
  /** Resolves when no connection is open. */
  allClosed(): Promise<void>
}

/** Starts a server of protocol version 3 without extensions, with a password. */
export async function startPlainSftp(): Promise<PlainSftp> {
  const home = mkdtempSync(join(tmpdir(), 'cartage-sftp-'))
  mkdirSync(join(home, 'in'))
  const key = createSshKeyPair()
  const state = { behaviour: {} as PlainBehaviour }
  const connections = new Set<Connection>()
  const count = { connected: 0 }
  const waiting: (() => void)[] = []
  const server = new ssh2.Server({ hostKeys: [key.private] }, (connection) => {
    connections.add(connection)
    count.connected += 1
    connection.on('error', () => {})
    connection.on('close', () => {
      connections.delete(connection)
      if (connections.size === 0) for (const resolve of waiting.splice(0)) resolve()
    })
    connection.on('authentication', (request) => {
      if (request.method !== 'password') return request.reject(['password'])
      return request.password === password ? request.accept() : request.reject(['password'])
    })
    connection.on('ready', () => {
      connection.on('session', (accept) => {
        accept().on('sftp', (acceptSftp) => serveFiles(acceptSftp(), home, state, () => connection.end()))
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `sftp://127.0.0.1:${port}`,
    login: { kind: 'password', username: 'carrier', password },
    home,
    hostKey: () => fingerprintOf(Buffer.from(key.public.split(' ')[1]!, 'base64')),
    cutAll() {
      for (const connection of connections) connection.end()
    },
    connected: () => count.connected,
    allClosed: () => new Promise((resolve) => (connections.size === 0 ? resolve() : waiting.push(resolve))),
    get behaviour() {
      return state.behaviour
    },
    set behaviour(behaviour) {
      state.behaviour = behaviour
    },
    async stop() {
      for (const connection of connections) connection.end()
      await new Promise<void>((resolve) => server.close(() => resolve()))
      await remove(home, { recursive: true, force: true })
    },
  }
}

type Step = 'OPEN' | 'WRITE' | 'STAT' | 'RENAME'

/** The few requests needed to upload files. Paths are relative to the home. */
function serveFiles(sftp: SFTPWrapper, home: string, state: { behaviour: PlainBehaviour }, cut: () => void): void {
  const place = (path: string) => join(home, path)
  const reply = (id: number) => (error: NodeJS.ErrnoException | null) => sftp.status(id, codeOf(error))
  /** Whether the test has configured a failure for this request. */
  const isSpoiled = (step: Step) => {
    if (state.behaviour.cutAt === step) cut()
    return state.behaviour.cutAt === step || state.behaviour.silentAt === step
  }
  const isRefused = (id: number, request: NonNullable<PlainBehaviour['refuses']>[number]) => {
    const refuses = state.behaviour.refuses?.includes(request) === true
    if (refuses) sftp.status(id, STATUS_CODE.PERMISSION_DENIED)
    return refuses
  }
  sftp.on('OPEN', (id, path, flags) => {
    if (isSpoiled('OPEN') || isRefused(id, 'OPEN')) return
    open(place(path), (flags & OPEN_MODE.EXCL) > 0 ? 'wx' : 'w', (error, file) => {
      if (error) return sftp.status(id, codeOf(error))
      const handle = Buffer.alloc(4)
      handle.writeUInt32BE(file)
      return sftp.handle(id, handle)
    })
  })
  sftp.on('WRITE', (id, handle, offset, data) => {
    if (isSpoiled('WRITE')) return
    const save = () => write(handle.readUInt32BE(), data, 0, data.length, Number(offset), reply(id))
    if (state.behaviour.holdWrite) state.behaviour.holdWrite().then(save)
    else save()
  })
  sftp.on('CLOSE', (id, handle) => {
    // Handles of files have four bytes, those of folders more.
    if (handle.length > 4) return sftp.status(id, STATUS_CODE.OK)
    close(handle.readUInt32BE(), reply(id))
  })
  sftp.on('STAT', (id, path) => {
    if (isSpoiled('STAT') || isRefused(id, 'STAT')) return
    stat(place(path), (error, found) => {
      if (error) return sftp.status(id, codeOf(error))
      const { mode, uid, gid, size, atimeMs, mtimeMs } = found
      return sftp.attrs(id, { mode, uid, gid, size, atime: seconds(atimeMs), mtime: seconds(mtimeMs) })
    })
  })
  sftp.on('RENAME', (id, from, to) => {
    if (isSpoiled('RENAME') || isRefused(id, 'RENAME')) return
    if (statSync(place(to), { throwIfNoEntry: false })) return sftp.status(id, STATUS_CODE.FAILURE)
    rename(place(from), place(to), reply(id))
  })
  sftp.on('REMOVE', (id, path) => {
    if (!isRefused(id, 'REMOVE')) unlink(place(path), reply(id))
  })
  serveListing(sftp, place)
}

function serveListing(sftp: SFTPWrapper, place: (path: string) => string): void {
  const listed = new Set<string>()
  sftp.on('OPENDIR', (id, path) => sftp.handle(id, Buffer.from(`folder ${path}`)))
  sftp.on('READDIR', (id, handle) => {
    const path = handle.toString().slice('folder '.length)
    if (listed.delete(path)) return sftp.status(id, STATUS_CODE.EOF)
    listed.add(path)
    readdir(place(path), (error, names) => {
      if (error) return sftp.status(id, codeOf(error))
      const attrs = { mode: 0, uid: 0, gid: 0, size: 0, atime: 0, mtime: 0 }
      return sftp.name(
        id,
        names.map((filename) => ({ filename, longname: filename, attrs })),
      )
    })
  })
}

function seconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1_000)
}

function codeOf(error: NodeJS.ErrnoException | null): number {
  if (!error) return STATUS_CODE.OK
  return error.code === 'ENOENT' ? STATUS_CODE.NO_SUCH_FILE : STATUS_CODE.FAILURE
}
