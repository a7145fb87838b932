import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { Problem } from '../http/problem.ts'

/** Days until it expires; RFC 9116 recommends less than a year. */
const validDays = 180

/**
 * `/.well-known/security.txt` (RFC 9116): where to report vulnerabilities (OPS-31). 404 until the operator sets a
 * contact.
 */
export function serveSecurityText(app: FastifyInstance, { config, now }: Pick<Context, 'config' | 'now'>): void {
  app.get('/.well-known/security.txt', async (_request, reply) => {
    if (config.security_contact === undefined) throw new Problem('not_found')
    const expires = new Date(now().getTime() + validDays * 86_400_000)
    const lines = [
      `Contact: ${config.security_contact}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en',
      ...(config.public_url ? [`Canonical: ${config.public_url}/.well-known/security.txt`] : []),
    ]
    return reply.header('content-type', 'text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
}
