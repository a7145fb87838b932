import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/** Whether people reach us by https: so says the operator's address, or the proxy that is trusted. */
export function isSecure(
  { public_url }: Pick<Config, 'public_url'>,
  request: Pick<FastifyRequest, 'protocol'>,
): boolean {
  return public_url?.startsWith('https:') || request.protocol === 'https'
}
