import { createHmac, type KeyObject } from 'node:crypto'

/** Secrets start with this in the hands of a receiver (Standard Webhooks 1.0). */
export const secretPrefix = 'whsec_'

/** Most secrets that sign at the same time: the current one and two in their overlap. */
export const mostLiveSecrets = 3

/**
 * The three headers that let a receiver prove where a message comes from (Standard Webhooks 1.0).
 * @param id id of the event: the same at every try, so that receivers can drop repeats
 * @param seconds when it is sent, seconds since 1970
 * @param keys newest first; during a rotation every live secret signs
 */
export function signatureHeaders(
  id: string,
  seconds: number,
  body: string,
  keys: readonly KeyObject[],
): Record<string, string> {
  const content = `${id}.${seconds}.${body}`
  const signatures = keys.map((key) => `v1,${createHmac('sha256', key).update(content).digest('base64')}`)
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  }
}
