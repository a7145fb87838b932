// Webhook receiver that only counts; a separate process, so that its CPU is not the server's. It implements just the
// HTTP that the server sends: node:http would take a twentieth of the measured machine.
import { createServer, type Socket } from 'node:net'

const endOfHead = Buffer.from('\r\n\r\n')
const accepted = 'HTTP/1.1 204 No Content\r\n\r\n'
let count = 0

const server = createServer({ noDelay: true }, (socket) => {
  let rest: Buffer = Buffer.alloc(0)
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk: Buffer) => {
    rest = readRequests(socket, rest.length === 0 ? chunk : Buffer.concat([rest, chunk]))
  })
})

/** Responds to every complete request and returns the rest. */
function readRequests(socket: Socket, received: Buffer): Buffer {
  let left = received
  for (;;) {
    const head = left.indexOf(endOfHead)
    if (head < 0) return left
    const text = left.toString('latin1', 0, head)
    const end = head + endOfHead.length + Number(/^content-length: *(\d+)/im.exec(text)?.[1] ?? 0)
    if (left.length < end) return left
    left = left.subarray(end)
    answer(socket, text.startsWith('GET '))
  }
}

function answer(socket: Socket, asksCount: boolean): void {
  if (!asksCount) {
    count += 1
    socket.write(accepted)
    return
  }
  const body = String(count)
  socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`)
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(typeof address === 'object' && address ? address.port : 0)
})
process.on('disconnect', () => process.exit())
