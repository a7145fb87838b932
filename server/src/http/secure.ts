import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/** Whether people reach the server by https, according to the configured address or a trusted proxy. */
export function isSecure(
  { public_url }: Pick<Config, 'public_url'>,
  request: Pick<FastifyRequest, 'protocol'>,
): boolean {
  return public_url?.startsWith('https:') || request.protocol === 'https'
}
