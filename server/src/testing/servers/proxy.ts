import { once } from 'node:events'
import { createServer, type NetConnectOpts, connect as open, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Direction of a connection: from the caller, or the answers to it. */
export type Way = 'up' | 'down'

/** One connection through the proxy. Each failure stays until the connection ends. */
export interface Link {
  /** Whether neither end has ended it. */
  isOpen(): boolean
  /** Ends it at once at both ends, like a firewall that has lost its state. */
  reset(): void
  /**
   * Passes half of the next piece in this direction and ends the connection: in the middle of a statement, or of an
   * answer.
   * @param holding only a piece with these bytes; the cut is in the middle of them
   */
  cutIn(way: Way, holding?: Buffer): void
  /** Drops data in these directions from now on, without closing: neither side notices. */
  silence(...ways: Way[]): void
  /** Drops all data and closes only the server side, as if the server noticed first: the caller is never notified. */
  abandon(): void
  /** Delays each piece. */
  delay(ms: number): void
  /** Passes a number of bytes at a time, with a pause in between. */
  slow(bytes: number, restMs: number): void
}

/** A transparent proxy that fails on request. */
export interface TcpProxy {
  readonly port: number
  /** Open connections, oldest first. */
  links(): readonly Link[]
  /** Applied to each new connection; undefined for nothing. */
  onLink(fault: ((link: Link) => void) | undefined): void
  /** Connections so far. */
  count(): number
  close(): Promise<void>
}

/** Starts a proxy on a port of loopback in front of a TCP port or a unix socket. */
export async function startProxy(target: NetConnectOpts): Promise<TcpProxy> {
  const links = new Set<Carried>()
  const state: { count: number; fault: ((link: Link) => void) | undefined } = { count: 0, fault: undefined }
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (caller) => {
    const link = new Carried(caller, open({ ...target, allowHalfOpen: true }))
    state.count += 1
    links.add(link)
    link.whenEnded(() => links.delete(link))
    state.fault?.(link)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as { port: number }).port,
    links: () => [...links].filter((link) => link.isOpen()),
    onLink(fault) {
      state.fault = fault
    },
    count: () => state.count,
    close: () => closeAll(server, links),
  }
}

async function closeAll(server: Server, links: ReadonlySet<Carried>): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  for (const link of links) link.reset()
  await closed
}

class Carried implements Link {
  private readonly caller: Socket
  private readonly callee: Socket
  private readonly silent = new Set<Way>()
  private cut: { way: Way; holding: Buffer | undefined } | undefined
  private delayMs = 0
  private piece: { bytes: number; restMs: number } | undefined

  constructor(caller: Socket, callee: Socket) {
    this.caller = caller
    this.callee = callee
    // A failed socket ends, which the loop below handles.
    for (const socket of [caller, callee]) socket.on('error', () => {})
    void this.carry('up', caller, callee)
    void this.carry('down', callee, caller)
  }

  isOpen(): boolean {
    return [this.caller, this.callee].every(({ destroyed, readableEnded }) => !destroyed && !readableEnded)
  }

  whenEnded(ended: () => void): void {
    const note = () => {
      if (this.caller.destroyed && this.callee.destroyed) ended()
    }
    this.caller.once('close', note)
    this.callee.once('close', note)
  }

  reset(): void {
    for (const socket of [this.caller, this.callee]) {
      // A unix socket cannot be reset.
      if (socket.remoteFamily === undefined) socket.destroy()
      else socket.resetAndDestroy()
    }
  }

  cutIn(way: Way, holding?: Buffer): void {
    this.cut = { way, holding }
  }

  silence(...ways: Way[]): void {
    for (const way of ways) this.silent.add(way)
  }

  abandon(): void {
    this.silence('up', 'down')
    this.callee.destroy()
  }

  delay(ms: number): void {
    this.delayMs = ms
  }

  slow(bytes: number, restMs: number): void {
    this.piece = { bytes, restMs }
  }

  /** Runs until one side ends or is lost. With back-pressure from the slower side. */
  private async carry(way: Way, from: Socket, to: Socket): Promise<void> {
    let isLost = false
    try {
      for await (const chunk of from.iterator({ destroyOnReturn: false })) await this.pass(way, chunk as Buffer, to)
    } catch {
      isLost = true
    }
    if (this.silent.has(way)) return
    if (isLost) to.destroy()
    else to.end()
  }

  private async pass(way: Way, chunk: Buffer, to: Socket): Promise<void> {
    const at = this.placeOfCut(way, chunk)
    if (at !== undefined) {
      await write(to, chunk.subarray(0, at))
      this.reset()
      return
    }
    if (this.delayMs > 0) await sleep(this.delayMs)
    for (const part of this.parts(chunk)) {
      if (this.silent.has(way)) return
      await write(to, part)
      if (this.piece) await sleep(this.piece.restMs)
    }
  }

  private placeOfCut(way: Way, chunk: Buffer): number | undefined {
    if (this.cut?.way !== way) return undefined
    const { holding } = this.cut
    if (holding === undefined) return chunk.length >> 1
    const found = chunk.indexOf(holding)
    return found < 0 ? undefined : found + (holding.length >> 1)
  }

  private *parts(chunk: Buffer): Generator<Buffer> {
    const size = this.piece?.bytes ?? chunk.length
    for (let at = 0; at < chunk.length; at += size) yield chunk.subarray(at, at + size)
  }
}

/** Resolves when the bytes are passed to the system, or lost with the connection. */
function write(to: Socket, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => {
    if (to.destroyed || !to.writable) return resolve()
    to.write(bytes, () => resolve())
  })
}
