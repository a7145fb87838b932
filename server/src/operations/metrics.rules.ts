import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Config } from '../config.ts'
import { Problem } from '../http/problem.ts'
import { clientAddress } from '../http/proxies.ts'

/** Headers that proxies add to a request. */
const marks = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'] as const

/**
 * OPS-30: metrics require the token if one is set, otherwise a request from this machine. For a request with proxy
 * headers, the origin is what a trusted proxy states. With an untrusted proxy the origin is unknown, so it is external
 * even if the proxy runs on this machine.
 * @throws Problem unauthenticated
 */
export function checkMayRead(
  { metrics_token, trust_proxy }: Pick<Config, 'metrics_token' | 'trust_proxy'>,
  request: Pick<FastifyRequest, 'headers' | 'raw'>,
): void {
  const isAllowed =
    metrics_token === undefined ? isOfThisMachine(request, trust_proxy) : isToken(request, metrics_token)
  if (isAllowed) return
  throw new Problem('unauthenticated', {
    message:
      'Figures are for this machine only. To read them from elsewhere, set METRICS_TOKEN and send it as Authorization: Bearer.',
  })
}

function isOfThisMachine({ headers, raw }: Pick<FastifyRequest, 'headers' | 'raw'>, trusts: Config['trust_proxy']) {
  if (trusts === undefined && marks.some((name) => headers[name] !== undefined)) return false
  const address = clientAddress(raw, trusts)
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
}

function isToken({ headers }: Pick<FastifyRequest, 'headers'>, token: string): boolean {
  const sent = Buffer.from(/^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '')
  const wanted = Buffer.from(token)
  return sent.length === wanted.length && timingSafeEqual(sent, wanted)
}
