import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

/** A mail server that takes every letter, or none. */
export interface MailServer {
  port: number
  letters: string[]
  /** Answers no one. */
  isBroken: boolean
  /** What it answers to a recipient or to a whole letter in place of its consent; hangs up on a letter for `hang up`. */
  answers: { recipient?: string; letter?: string }
  close(): Promise<void>
}

/** Speaks as much of RFC 5321 as a sender needs. */
export async function startMailServer(): Promise<MailServer> {
  const state: Pick<MailServer, 'letters' | 'isBroken' | 'answers'> = { letters: [], isBroken: false, answers: {} }
  const open = new Set<Socket>()
  const listener: Server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => {})
    if (state.isBroken) socket.end('421 no mail today\r\n')
    else talk(socket, state)
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

function talk(socket: Socket, state: Pick<MailServer, 'letters' | 'answers'>): void {
  let letter: string[] | undefined
  let rest = ''
  socket.setEncoding('utf8')
  socket.write('220 mail.example ready\r\n')
  socket.on('data', (data) => {
    const lines = (rest + String(data)).split('\r\n')
    rest = lines.pop()!
    for (const line of lines) {
      if (letter === undefined) {
        if (/^data/i.test(line)) letter = []
        socket.write(replyTo(line, state))
      } else if (line === '.') {
        take(socket, state, letter)
        letter = undefined
      } else letter.push(`${line}\r\n`)
    }
  })
}

function replyTo(line: string, { answers }: Pick<MailServer, 'answers'>): string {
  if (/^data/i.test(line)) return '354 go on\r\n'
  if (/^quit/i.test(line)) return '221 bye\r\n'
  return /^rcpt/i.test(line) && answers.recipient ? `${answers.recipient}\r\n` : '250 ok\r\n'
}

function take(socket: Socket, { letters, answers }: Pick<MailServer, 'letters' | 'answers'>, letter: string[]): void {
  if (answers.letter && answers.letter !== 'hang up') {
    socket.write(`${answers.letter}\r\n`)
    return
  }
  letters.push(letter.join(''))
  if (answers.letter === 'hang up') socket.destroy()
  else socket.write('250 taken\r\n')
}
