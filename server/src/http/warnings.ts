import { msg, type Sentence } from '@cartage/contract/message'
import { isSensibleTime } from '@cartage/contract/reading/sense'
import { type Warning as RenderedWarning, warningsHeader } from '@cartage/contract/warnings'
import type { FastifyReply } from 'fastify'
import { languageOf, renderIn } from './language.ts'

/** Something unusual, not yet said in the language of the caller. */
export type Warning = Omit<RenderedWarning, 'message'> & { message: Sentence }

/**
 * SENSE-4: instants at which nothing can be transported.
 * @param times by where they are in the request
 */
export function oddTimeWarnings(times: Readonly<Record<string, string>>): Warning[] {
  return Object.entries(times).flatMap(([field, given]) => {
    const message = oddTime(given)
    return message === undefined ? [] : [{ field, code: 'odd_day', message }]
  })
}

/** What is wrong with a day or an instant at which nothing can be transported; undefined for all others (SENSE-1, SENSE-4). */
export function oddTime(given: string): Sentence | undefined {
  if (isSensibleTime(given)) return undefined
  const date = given.slice(0, 10)
  return msg`The day ${date} is not one of this century. Check the year.`
}

/** More would make the header longer than some clients and proxies read. */
const mostWarnings = 20

/** All headers of an answer have to fit into 4 kB, or nginx answers 502 in its place unless it is set otherwise. */
const longestHeader = 2000

/**
 * Says in a header what looks wrong in a request that is taken nevertheless, after what was said before. Without warnings
 * there is no header. The first 20 are reported, as far as they fit into 2,000 letters.
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

/** JSON in ASCII only: other bytes in a header are read differently by different clients. */
function headerText(warnings: readonly RenderedWarning[]): string {
  return JSON.stringify(warnings).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
