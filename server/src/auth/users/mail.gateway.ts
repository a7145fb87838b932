import type { Socket } from 'node:net'
import nodemailer from 'nodemailer'
import type { Context } from '../../context.ts'
import type { Letter } from './links.rules.ts'

/** Most milliseconds for each step of the talk with the mail server. */
const stepMs = 8_000

/**
 * Sends a letter by the operator's mail server. The connection is made under the address rules of all outside requests.
 * @returns `off` when no mail server is set up, `failed` when it did not take the letter; the log says why
 */
export async function sendLetter(ctx: Context, letter: Letter): Promise<'sent' | 'failed' | 'off'> {
  const { smtp_url: address, smtp_from: from } = ctx.config
  if (address === undefined) return 'off'
  const url = new URL(address)
  let socket: Socket | undefined
  try {
    const connection = await ctx.net.connect(`${url.protocol}//${url.host}`)
    socket = connection
    const transport = nodemailer.createTransport({
      host: url.hostname,
      getSocket: (_options, give) => give(null, { connection }),
      secure: url.protocol === 'smtps:',
      // A password never goes over an unencrypted connection.
      requireTLS: url.protocol === 'smtp:' && url.username !== '',
      ...(url.username !== '' && {
        auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
      }),
      greetingTimeout: stepMs,
      socketTimeout: stepMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    await transport.sendMail({ from, ...letter })
    return 'sent'
  } catch (error) {
    ctx.log.warn({ err: error }, 'a letter could not be sent: check SMTP_URL')
    return 'failed'
  } finally {
    socket?.destroy()
  }
}
