import { lookup } from 'node:dns/promises'
import net from 'node:net'
import tls from 'node:tls'
import type { buildConnector } from 'undici'
import { isSameAddress, literalOf, type Policy, refuseTarget } from './guard.ts'

/** A connection forbidden by the address rules; the message says why. */
export class AddressRefused extends Error {
  override name = 'AddressRefused'
}

/** Resolves all addresses of a host name. */
export type Resolve = (hostname: string) => Promise<string[]>

export interface Guard {
  resolve: Resolve
  policy(): Promise<Policy>
}

/** Resolves A and AAAA records with the system's resolver. */
export async function resolveBySystem(hostname: string): Promise<string[]> {
  const found = await lookup(hostname, { all: true, verbatim: true })
  return found.map((entry) => entry.address)
}

/** Maximum milliseconds for the connection, and again for TLS. */
const connectTimeoutMs = 5_000

/**
 * Checks now whether a connection to this address is allowed.
 * @returns the usable addresses
 * @throws AddressRefused
 */
export async function allowedAddresses(guard: Guard, url: URL): Promise<string[]> {
  const literal = literalOf(url.hostname)
  const addresses = literal === undefined ? await guard.resolve(url.hostname) : [literal]
  const refusal = refuseTarget(url, addresses, await guard.policy())
  if (refusal !== null) throw new AddressRefused(refusal)
  return addresses
}

/**
 * A connector that resolves once, checks every address and connects to exactly the checked one. A `lookup` hook would
 * not suffice: it is not called for literal addresses, and a name may change between check and connection.
 */
export function guardedConnector(guard: Guard, onConnect: (address: string) => void): buildConnector.connector {
  return (options, callback) => {
    connect(guard, options).then(
      (socket) => {
        onConnect(socket.remoteAddress ?? '')
        callback(null, socket as net.Socket & tls.TLSSocket)
      },
      (error: Error) => callback(error, null),
    )
  }
}

/**
 * A raw connection under the same rules, for protocols other than HTTP.
 * @param url such as `sftp://files.example:22`
 * @throws AddressRefused, or the connection error
 */
export async function openSocket(guard: Guard, url: URL): Promise<net.Socket> {
  return connectToFirst(await allowedAddresses(guard, url), Number(url.port) || defaultPorts[url.protocol] || 0)
}

const defaultPorts: Readonly<Record<string, number>> = {
  'https:': 443,
  'http:': 80,
  'sftp:': 22,
  'smtp:': 587,
  'smtps:': 465,
}

async function connect(guard: Guard, options: buildConnector.Options): Promise<net.Socket> {
  const host =
    options.hostname.includes(':') && !options.hostname.startsWith('[') ? `[${options.hostname}]` : options.hostname
  const url = new URL(`${options.protocol}//${host}${options.port ? `:${options.port}` : ''}`)
  const addresses = await allowedAddresses(guard, url)
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
  const socket = await connectToFirst(addresses, port)
  return url.protocol === 'https:' ? secure(socket, url.hostname) : socket
}

/** Tries the addresses in turn, all of which were checked. */
async function connectToFirst(addresses: readonly string[], port: number): Promise<net.Socket> {
  const deadline = performance.now() + connectTimeoutMs
  let failure: unknown
  for (const address of addresses) {
    const left = deadline - performance.now()
    if (left <= 0) break
    try {
      return await connectTo(address, port, left)
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

async function connectTo(address: string, port: number, timeoutMs: number): Promise<net.Socket> {
  const socket = net.connect({ host: address, port, noDelay: true, keepAlive: true })
  await settled(socket, 'connect', timeoutMs)
  if (isSameAddress(socket.remoteAddress ?? '', address)) return socket
  socket.destroy()
  throw new AddressRefused(`The connection went to ${socket.remoteAddress} instead of ${address}.`)
}

async function secure(socket: net.Socket, hostname: string): Promise<tls.TLSSocket> {
  const literal = literalOf(hostname)
  const secured = tls.connect({
    socket,
    ALPNProtocols: ['http/1.1'],
    // SNI only allows names. With a literal address the certificate is checked against the address.
    ...(literal === undefined ? { servername: hostname } : { host: literal }),
  })
  await settled(secured, 'secureConnect', connectTimeoutMs)
  return secured
}

/** Waits until the socket is ready, and destroys it on timeout. */
function settled(socket: net.Socket, event: 'connect' | 'secureConnect', timeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => socket.destroy(new Error('The connection took longer than 5 seconds.')), timeoutMs)
    socket.once(event, () => {
      clearTimeout(timer)
      socket.removeListener('error', refuse)
      resolve()
    })
    const refuse = (error: Error) => {
      clearTimeout(timer)
      socket.destroy()
      reject(error)
    }
    socket.once('error', refuse)
  })
}
