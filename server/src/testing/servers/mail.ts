import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'
import { mailCertificate } from './mail-certificate.ts'

/** A mail server that accepts every e-mail, or none. */
export interface MailServer {
  port: number
  letters: string[]
  /** For each e-mail, whether it arrived encrypted. */
  wereEncrypted: boolean[]
  /** Offers STARTTLS, with `mailCertificate`. */
  offersTls: boolean
  /** Never answers. */
  isBroken: boolean
  /** Replaces the acceptance of a recipient or an e-mail; disconnects during the e-mail for `hang up`. */
  answers: { recipient?: string; letter?: string }
  /** Unknown addresses. */
  unknown: Set<string>
  close(): Promise<void>
}

/** Implements as much of RFC 5321 as a sender needs. */
export async function startMailServer(): Promise<MailServer> {
  const state: State & Pick<MailServer, 'isBroken'> = {
    ...{ letters: [], wereEncrypted: [], offersTls: false, isBroken: false, answers: {}, unknown: new Set() },
  }
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

type State = Pick<MailServer, 'letters' | 'wereEncrypted' | 'offersTls' | 'answers' | 'unknown'>

function talk(socket: Socket, state: State, isGreeted = false): void {
  let letter: string[] | undefined
  let rest = ''
  socket.setEncoding('utf8')
  if (!isGreeted) socket.write('220 mail.example ready\r\n')
  const onData = (data: unknown) => {
    const lines = (rest + String(data)).split('\r\n')
    rest = lines.pop()!
    for (const line of lines) {
      if (letter === undefined && /^starttls/i.test(line) && state.offersTls) {
        socket.off('data', onData)
        socket.write('220 go on\r\n', () => encrypt(socket, state))
      } else if (letter === undefined) {
        if (/^data/i.test(line)) letter = []
        socket.write(replyTo(line, state, socket instanceof TLSSocket))
      } else if (line === '.') {
        take(socket, state, letter)
        letter = undefined
      } else letter.push(`${line}\r\n`)
    }
  }
  socket.on('data', onData)
}

function encrypt(socket: Socket, state: State): void {
  const secure = new TLSSocket(socket, { isServer: true, secureContext: createSecureContext(mailCertificate) })
  secure.on('error', () => socket.destroy())
  talk(secure, state, true)
}

function replyTo(line: string, { answers, offersTls, unknown }: State, isEncrypted: boolean): string {
  if (/^ehlo/i.test(line) && offersTls && !isEncrypted) return '250-mail.example\r\n250 STARTTLS\r\n'
  if (/^data/i.test(line)) return '354 go on\r\n'
  if (/^quit/i.test(line)) return '221 bye\r\n'
  const recipient = /^rcpt to:<([^>]*)>/i.exec(line)?.[1]
  if (recipient !== undefined && unknown.has(recipient)) return '550 5.1.1 no such mailbox\r\n'
  return recipient !== undefined && answers.recipient ? `${answers.recipient}\r\n` : '250 ok\r\n'
}

function take(socket: Socket, { letters, wereEncrypted, answers }: State, letter: string[]): void {
  if (answers.letter && answers.letter !== 'hang up') {
    socket.write(`${answers.letter}\r\n`)
    return
  }
  letters.push(letter.join(''))
  wereEncrypted.push(socket instanceof TLSSocket)
  if (answers.letter === 'hang up') socket.destroy()
  else socket.write('250 taken\r\n')
}
