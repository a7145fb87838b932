import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { limitSockets } from './sockets.ts'

/** The socket interface that the limit uses. */
class TestSocket extends EventEmitter {
  readonly remoteAddress: string
  isOpen = true

  constructor(remoteAddress: string) {
    super()
    this.remoteAddress = remoteAddress
  }

  destroy(): void {
    this.isOpen = false
    this.emit('close')
  }
}

function connecting(most: number) {
  const server = new EventEmitter()
  limitSockets(server, { most, exempt: (address) => address === '192.0.2.200' })
  return (address: string) => {
    const socket = new TestSocket(address)
    server.emit('connection', socket)
    return socket
  }
}

test('LIMIT-12: an address at its limit of connections gets no more, and another address does', () => {
  const connect = connecting(2)
  const first = [connect('192.0.2.1'), connect('192.0.2.1'), connect('192.0.2.1')]
  expect(first.map(({ isOpen }) => isOpen)).toEqual([true, true, false])
  expect(connect('2001:db8::1').isOpen).toBe(true)
})

test('LIMIT-12: a connection that ends makes room for another', () => {
  const connect = connecting(1)
  const first = connect('192.0.2.1')
  expect(connect('192.0.2.1').isOpen).toBe(false)
  expect(connect('192.0.2.1').isOpen).toBe(false)
  first.destroy()
  expect(connect('192.0.2.1').isOpen).toBe(true)
  expect(connect('192.0.2.1').isOpen).toBe(false)
})

test('LIMIT-12: all addresses of one IPv6 network count as one', () => {
  const connect = connecting(1)
  expect(connect('2001:db8:1:2::a').isOpen).toBe(true)
  expect(connect('2001:db8:1:2:ffff::b').isOpen).toBe(false)
  expect(connect('2001:db8:1:3::a').isOpen).toBe(true)
})

test('LIMIT-12: a trusted proxy connects for everyone and is not counted', () => {
  const connect = connecting(1)
  expect([connect('192.0.2.200'), connect('192.0.2.200')].map(({ isOpen }) => isOpen)).toEqual([true, true])
})

test.each(['127.0.0.1', '::ffff:127.0.0.9', '::1'])('LIMIT-12: %s is this machine and is not counted', (address) => {
  const connect = connecting(1)
  expect([connect(address), connect(address)].map(({ isOpen }) => isOpen)).toEqual([true, true])
})
