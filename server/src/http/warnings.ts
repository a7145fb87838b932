import { msg, type Sentence } from '@cartage/contract/message'
import { isSensibleTime } from '@cartage/contract/reading/sense'
import { type Warning as RenderedWarning, warningsHeader } from '@cartage/contract/warnings'
import type { FastifyReply } from 'fastify'
import { languageOf, renderIn } from './language.ts'

/** A warning before rendering in the caller's language. */
export type Warning = Omit<RenderedWarning, 'message'> & { message: Sentence }

/**
 * SENSE-4: instants at which nothing can be transported.
 * @param times by their path in the request
 */
export function oddTimeWarnings(times: Readonly<Record<string, string>>): Warning[] {
  return Object.entries(times).flatMap(([field, given]) => {
    const message = oddTime(given)
    return message === undefined ? [] : [{ field, code: 'odd_day', message }]
  })
}

/**
 * The issue with a day or an instant at which nothing can be transported; undefined for all others (SENSE-1, SENSE-4).
 */
export function oddTime(given: string): Sentence | undefined {
  if (isSensibleTime(given)) return undefined
  const date = given.slice(0, 10)
  return msg`The day ${date} is not one of this century. Check the year.`
}

/** More would exceed the header size of some clients and proxies. */
const mostWarnings = 20

/** All headers of an answer must fit into 4 kB, or nginx with default settings answers 502 instead. */
const longestHeader = 2000

/**
 * Adds header warnings about oddities of an accepted request, after earlier ones. Without warnings there is no header.
 * The first 20 are reported, as far as they fit into 2,000 characters.
 */
export function warn(reply: FastifyReply, warnings: readonly Warning[]): void {
  if (warnings.length === 0) return
  const render = renderIn(languageOf(reply.request))
  const earlier = reply.getHeader(warningsHeader)
  const before = typeof earlier === 'string' ? (JSON.parse(earlier) as RenderedWarning[]) : []
  const added = warnings.map((one) => ({ ...one, message: render(one.message) }))
  const reported = [...before, ...added].slice(0, mostWarnings)
  while (reported.length > 1 && headerText(reported).length > longestHeader) reported.pop()
  reply.header(warningsHeader, headerText(reported))
}

/** ASCII-only JSON, because clients decode other header bytes differently. */
function headerText(warnings: readonly RenderedWarning[]): string {
  return JSON.stringify(warnings).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
