import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

/** A mail server that takes every letter, or none. */
export interface MailServer {
  port: number
  letters: string[]
  isBroken: boolean
  close(): Promise<void>
}

/** Speaks as much of RFC 5321 as a sender needs. */
export async function startMailServer(): Promise<MailServer> {
  const state = { letters: [] as string[], isBroken: false }
  const open = new Set<Socket>()
  const listener: Server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => {})
    if (state.isBroken) {
      socket.end('421 no mail today\r\n')
      return
    }
    let letter: string | undefined
    socket.setEncoding('utf8')
    socket.write('220 mail.example ready\r\n')
    socket.on('data', (data) => {
      for (const line of String(data).split('\r\n').slice(0, -1)) {
        if (letter === undefined) {
          if (/^data/i.test(line)) letter = ''
          socket.write(/^data/i.test(line) ? '354 go on\r\n' : /^quit/i.test(line) ? '221 bye\r\n' : '250 ok\r\n')
        } else if (line === '.') {
          state.letters.push(letter)
          letter = undefined
          socket.write('250 taken\r\n')
        } else letter += `${line}\r\n`
      }
    })
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  return Object.assign(state, {
    port,
    async close() {
      for (const socket of open) socket.destroy()
      listener.close()
      await once(listener, 'close')
    },
  })
}
