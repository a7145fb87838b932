import type { EventEmitter } from 'node:events'
import { BlockList, type Socket } from 'node:net'
import { placeOf } from './proxies.ts'

/** Maximum connections per address and process (LIMIT-12). */
export const mostSocketsEach = 100

const ownMachine = new BlockList()
ownMachine.addSubnet('127.0.0.0', 8)
ownMachine.addAddress('::1', 'ipv6')

/**
 * Closes connections above `most` per address at once, so that one careless client cannot take them all. Local
 * addresses are not counted, because a reverse proxy here serves everyone, nor are those that `exempt` accepts.
 * @param server emits `connection` with a socket, like Node's servers
 */
export function limitSockets(
  server: EventEmitter,
  { most = mostSocketsEach, exempt = () => false }: { most?: number; exempt?: (address: string) => boolean } = {},
): void {
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined || isOwnMachine(remoteAddress) || exempt(remoteAddress)) return
    const address = placeOf(remoteAddress)
    const count = (open.get(address) ?? 0) + 1
    if (count > most) {
      socket.destroy()
      return
    }
    open.set(address, count)
    socket.once('close', () => {
      const left = open.get(address)! - 1
      if (left === 0) open.delete(address)
      else open.set(address, left)
    })
  })
}

function isOwnMachine(address: string): boolean {
  const plain = address.replace(/^::ffff:/i, '')
  return ownMachine.check(plain, plain.includes(':') ? 'ipv6' : 'ipv4')
}
